/** A restart with many open screens: how long it takes until all are live again, and what it does to others. */
import { startService, type Service } from "../../subjects/service.ts";
import { callAs } from "../../scenarios/requests.ts";
import { getMeBeside, type Gauge } from "../gauge.ts";

/** Screens that are open, each of another person, and the chats of each. */
const SCREENS = 2000;
const CHATS = 50;
/** Members of a chat: as many as make the chats of all. */
const MEMBERS = 100;
/** Within this time clients come back, each when chance says so (`web/live/line.ts`). */
const SPREAD_MS = 750;
const LIVE_MS = 3000;
/** What nothing on the serving thread may take longer than. */
const BESIDE_MS = 10;
/** Of a small store. */
const FEW_SCREENS = 100;

interface Standing {
  readonly seq: number;
  readonly heads: number;
  readonly chats: number;
}

export const reconnects: Gauge = {
  name: "reconnects",
  async measure({ size }) {
    const screens = size.crowd < SCREENS ? FEW_SCREENS : SCREENS;
    const service = await startService(worldOf(screens), ["--database", "sqlite", "--rate-limits", "off"]);
    const tokens = service.loaded.people.map(({ access_token }) => access_token);
    const before = await openAll(service, tokens, SPREAD_MS);
    for (const { ws } of before) ws.close();
    await service.restart("SIGTERM");
    const began = performance.now();
    let live_ms = 0;
    let changed = 0;
    const beside = await getMeBeside({ service, bot: service.loaded.bots[0]! }, async () => {
      const now = await openAll(service, tokens, SPREAD_MS);
      // What is another is asked for; where nothing changed, nothing is.
      const others = now.filter((each, i) => !isSame(each.standing, before[i]!.standing));
      changed = others.length;
      await Promise.all(others.map(({ token }) => callAs(service.port, token, "listChats", { limit: 500 })));
      live_ms = performance.now() - began;
      for (const { ws } of now) ws.close();
    });
    await service.stop();
    if (changed > 0) throw new Error(`${changed} lists are others after a restart without news`);
    return [
      { what: `${SCREENS} screens live again`, unit: "ms", value: live_ms, at_most: LIVE_MS },
      { what: "getMe beside reconnects, p99", unit: "ms", value: beside.p99_ms, at_most: BESIDE_MS },
      { what: "getMe beside reconnects, longest", unit: "ms", value: beside.longest_ms },
    ];
  },
};

function worldOf(screens: number): object {
  const people = Array.from({ length: screens }, (_, i) => ({ name: `Person ${i}`, username: `person${i}` }));
  const groups = (screens * CHATS) / MEMBERS;
  const chats = Array.from({ length: groups }, (_, n) => {
    // Neighbours share a chat, and every chat has others.
    const at = (k: number) => people[((n * (screens / groups) + k * (screens / MEMBERS)) % screens) | 0]!.username;
    const [creator, ...members] = [...new Set(Array.from({ length: MEMBERS }, (_, k) => at(k)))];
    return { title: `Group ${n}`, creator, members };
  });
  return { people, bots: [{ name: "Load", username: "load_bot", owner: "person0" }], chats };
}

interface Opened {
  readonly ws: WebSocket;
  readonly token: string;
  readonly standing: Standing;
}

function openAll({ port }: Service, tokens: readonly string[], spread_ms: number): Promise<Opened[]> {
  return Promise.all(
    tokens.map(async (token, i) => {
      // As chance would have it, and the same in every run.
      await new Promise((done) => setTimeout(done, (((i * 7919) % tokens.length) / tokens.length) * spread_ms));
      return openOne(port, token);
    }),
  );
}

function openOne(port: number, token: string): Promise<Opened> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/api/stream`, ["access_token", token]);
  return new Promise((done, fail) => {
    ws.addEventListener("message", ({ data }) => {
      const frame = JSON.parse(String(data)) as Standing & { readonly type: string };
      if (frame.type === "hello") done({ ws, token, standing: frame });
    });
    ws.addEventListener("error", () => fail(new Error("a socket was not opened")));
  });
}

function isSame(a: Standing, b: Standing): boolean {
  return a.seq === b.seq && a.heads === b.heads && a.chats === b.chats;
}
