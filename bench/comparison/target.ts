/** `heliogram serve` of one build, with bots, a person in fifty groups, and groups of people with open screens. */
import { startService } from "../targets/service.ts";
import { CHATS, type Target } from "../targets/target.ts";
import type { Build } from "./build.ts";

/** People in the groups of screens. */
const PEOPLE = 100;

/** The groups that have people besides the one who is in all groups, by their size. */
export const AUDIENCES = [10, PEOPLE] as const;
export type Audience = (typeof AUDIENCES)[number];

export interface BuildTarget extends Target {
  readonly person: string;
  /** A group of the person, the sending bot and this many other people. */
  audience(size: Audience): { readonly chat_id: number; readonly tokens: readonly string[] };
  /** Starts the service again on its data. @returns milliseconds until it listens */
  restart(): Promise<number>;
}

/** @throws Error if the build does not start */
export async function startBuild(build: Build, database: string): Promise<BuildTarget> {
  const others = Array.from({ length: PEOPLE }, (_, i) => ({ name: `Reader ${i}`, username: `reader${i}` }));
  const bots = [
    { name: "Load", username: "load_bot" },
    { name: "Poll", username: "poll_bot", privacy: false },
  ];
  const members = bots.map(({ username }) => username);
  const chats = [
    ...Array.from({ length: CHATS }, (_, i) => ({ title: `Chat ${i}`, creator: "alice", members })),
    ...AUDIENCES.map((size) => ({
      title: `Audience of ${size}`,
      creator: "alice",
      members: ["load_bot", ...others.slice(0, size).map(({ username }) => username)],
    })),
  ];
  const world = { people: [{ name: "Alice", username: "alice" }, ...others], bots, chats };
  const flags = ["--database", database, "--rate-limits", "off"];
  const service = await startService(world, flags, { command: [build.main, "dev"], env: {} });
  await service.serve(database);
  const { startup } = service;
  const [person, ...readers] = startup.people.map(({ access_token }) => access_token);
  return {
    name: build.name,
    get pid() {
      return service.pid;
    },
    get port() {
      return service.port;
    },
    person: person!,
    accounts: {
      sender: startup.bots[0]!.token,
      poller: startup.bots[1]!.token,
      chats: startup.chats.slice(0, CHATS).map(({ id }) => id),
      person: person!,
    },
    audience: (size) => ({
      chat_id: startup.chats[CHATS + AUDIENCES.indexOf(size)]!.id,
      tokens: readers.slice(0, size),
    }),
    restart: () => service.serve(database),
    stop: service.stop,
  };
}
