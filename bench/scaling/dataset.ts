/** A service on PostgreSQL with chats of many sizes, in which each dimension is measured by itself. */
import { sendMessages } from "../web/send-messages.ts";
import { startService, type Service } from "../targets/service.ts";
import { startBenchPostgres, type BenchPostgres } from "../targets/postgres.ts";

/** The sizes of each dimension, smallest first, and how much is done with each. */
export interface ScalingSizes {
  readonly work: Work;
  /** Groups that a bot writes to. */
  readonly chats: readonly number[];
  /** Members of a group. */
  readonly members: readonly number[];
  /** Messages of a group. */
  readonly history: readonly number[];
  /** Bots that get every message of a group. */
  readonly bots: readonly number[];
  /** Open screens of a group. */
  readonly screens: readonly number[];
}

/** Many calls, because processor time has a resolution of 10 ms. */
export interface Work {
  readonly sends: number;
  readonly sends_to_bots: number;
  readonly pages: number;
  readonly frames: number;
}

const FULL_WORK: Work = { sends: 20_000, sends_to_bots: 2000, pages: 1000, frames: 50_000 };

export const FULL_SIZES: ScalingSizes = {
  work: FULL_WORK,
  chats: [50, 500, 5000],
  members: [10, 100, 1000, 5000],
  history: [1000, 10_000, 100_000],
  bots: [1, 10, 50],
  screens: [10, 100, 1000, 5000],
};

export const QUICK_SIZES: ScalingSizes = {
  work: FULL_WORK,
  chats: [50, 200],
  members: [10, 100],
  history: [100, 1000],
  bots: [1, 5],
  screens: [10, 100],
};

export const TINY_SIZES: ScalingSizes = {
  work: { sends: 100, sends_to_bots: 20, pages: 10, frames: 100 },
  chats: [2, 4],
  members: [2, 4],
  history: [10, 20],
  bots: [1, 2],
  screens: [1, 3],
};

interface Identity {
  readonly id: number;
  readonly token: string;
}

type Dimension = Exclude<keyof ScalingSizes, "work">;

export interface ScalingDataset {
  readonly sizes: ScalingSizes;
  readonly service: Service;
  readonly postgres: BenchPostgres;
  /** A member of every group. */
  readonly bot: Identity;
  /** The creator of every group. */
  readonly alice: Identity;
  /** The members of the largest group, except Alice. */
  readonly members: readonly Identity[];
  /** The id of a group by dimension and size, such as "members 100"; chats are numbered from 0: "chats 7". */
  readonly chat: (dimension: Dimension, size: number) => number;
  stop(): Promise<void>;
}

/** @returns `undefined` where no PostgreSQL is found @throws Error if the service does not start */
export async function createScalingDataset(sizes: ScalingSizes): Promise<ScalingDataset | undefined> {
  const postgres = await startBenchPostgres();
  if (!postgres) return undefined;
  const { world, titles } = worldOf(sizes);
  const flags = ["--database", await postgres.createDatabase(), "--rate-limits", "off"];
  const service = await startService(world, flags);
  const { people, bots, chats } = service.startup;
  const [alice, ...members] = people.map(({ id, access_token }) => ({ id, token: access_token }));
  const bot = bots[0]!;
  const chat = (dimension: Dimension, size: number) => chats[titles.indexOf(`${dimension} ${size}`)]!.id;
  for (const size of sizes.history) {
    const message = { chat_id: chat("history", size), text: "A message of the usual length, as people write them" };
    const all = Array.from({ length: size }, () => ({ sender: { bot: bot.token }, message }));
    await sendMessages(service.port, all);
  }
  const stop = async () => {
    await service.stop();
    await postgres.stop();
  };
  return { sizes, service, postgres, bot, alice: alice!, members, chat, stop };
}

function worldOf({ chats, members, history, bots }: ScalingSizes): { world: object; titles: string[] } {
  const people = Array.from({ length: Math.max(...members) - 1 }, (_, i) => `person${i}`);
  const readers = Array.from({ length: Math.max(...bots) }, (_, i) => `reader${i}_bot`);
  const groups = [
    ...Array.from({ length: Math.max(...chats) }, (_, i) => ({ title: `chats ${i}`, members: [] })),
    ...members.map((size) => ({ title: `members ${size}`, members: people.slice(0, size - 1) })),
    ...history.map((size) => ({ title: `history ${size}`, members: [] })),
    ...bots.map((size) => ({ title: `bots ${size}`, members: readers.slice(0, size) })),
  ];
  return {
    titles: groups.map(({ title }) => title),
    world: {
      people: [
        { name: "Alice", username: "alice", owner: true },
        ...people.map((username) => ({ name: username, username })),
      ],
      bots: [
        { name: "Load", username: "load_bot", owner: "alice" },
        ...readers.map((username) => ({ name: username, username, owner: "alice", privacy: false })),
      ],
      chats: groups.map(({ title, members }) => ({ title, creator: "alice", members: ["load_bot", ...members] })),
    },
  };
}
