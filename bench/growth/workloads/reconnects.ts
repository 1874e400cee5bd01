/** A restart with many connected screens: the time until all are live again, and the latency of other calls meanwhile. */
import { startService, type Service } from "../../targets/service.ts";
import { callAs } from "../../scenarios/requests.ts";
import { probeGetMeDuring, type Workload } from "../workload.ts";

/** Connected screens, each of another person, and the chats of each person. */
const SCREENS = 2000;
const CHATS = 50;
/** Members of a chat. */
const MEMBERS = 100;
/** The time over which clients spread their reconnects (`web/core/live/connection.ts`). */
const SPREAD_MS = 750;
const LIVE_MS = 3000;
/** Limit for any single piece of work on the serving thread. */
const PROBE_MS = 10;
/** Screens for the small dataset. */
const FEW_SCREENS = 100;

interface State {
  readonly seq: number;
  readonly heads: number;
  readonly chats: number;
}

export const reconnects: Workload = {
  name: "reconnects",
  async run({ size }) {
    const screens = size.members < SCREENS ? FEW_SCREENS : SCREENS;
    const service = await startService(worldOf(screens), ["--database", "sqlite", "--rate-limits", "off"]);
    const tokens = service.startup.people.map(({ access_token }) => access_token);
    const before = await openAll(service, tokens, SPREAD_MS);
    for (const { ws } of before) ws.close();
    await service.restart("SIGTERM");
    const began = performance.now();
    let live_ms = 0;
    let changed = 0;
    const probe = await probeGetMeDuring({ service, bot: service.startup.bots[0]! }, async () => {
      const now = await openAll(service, tokens, SPREAD_MS);
      // A client fetches its list only if its state differs.
      const others = now.filter((each, i) => !isSame(each.state, before[i]!.state));
      changed = others.length;
      await Promise.all(others.map(({ token }) => callAs(service.port, token, "listChats", { limit: 500 })));
      live_ms = performance.now() - began;
      for (const { ws } of now) ws.close();
    });
    await service.stop();
    if (changed > 0) throw new Error(`${changed} lists differ after a restart without changes`);
    return [
      { name: `${SCREENS} screens live again`, unit: "ms", value: live_ms, at_most: LIVE_MS },
      { name: "getMe beside reconnects, p99", unit: "ms", value: probe.p99_ms, at_most: PROBE_MS },
      { name: "getMe beside reconnects, longest", unit: "ms", value: probe.longest_ms },
    ];
  },
};

function worldOf(screens: number): object {
  const people = Array.from({ length: screens }, (_, i) => ({ name: `Person ${i}`, username: `person${i}` }));
  const groups = (screens * CHATS) / MEMBERS;
  const chats = Array.from({ length: groups }, (_, n) => {
    // Neighbouring people share chats, and no two chats have the same members.
    const at = (k: number) => people[((n * (screens / groups) + k * (screens / MEMBERS)) % screens) | 0]!.username;
    const [creator, ...members] = [...new Set(Array.from({ length: MEMBERS }, (_, k) => at(k)))];
    return { title: `Group ${n}`, creator, members };
  });
  return { people, bots: [{ name: "Load", username: "load_bot", owner: "person0" }], chats };
}

interface Opened {
  readonly ws: WebSocket;
  readonly token: string;
  readonly state: State;
}

function openAll({ port }: Service, tokens: readonly string[], spread_ms: number): Promise<Opened[]> {
  return Promise.all(
    tokens.map(async (token, i) => {
      // A deterministic permutation, so that every run has the same order.
      await new Promise((done) => setTimeout(done, (((i * 7919) % tokens.length) / tokens.length) * spread_ms));
      return openOne(port, token);
    }),
  );
}

function openOne(port: number, token: string): Promise<Opened> {
  const ws = new WebSocket(`ws://127.0.0.1:${port}/api/stream`, ["access_token", token]);
  return new Promise((done, fail) => {
    ws.addEventListener("message", ({ data }) => {
      const frame = JSON.parse(String(data)) as State & { readonly type: string };
      if (frame.type === "hello") done({ ws, token, state: frame });
    });
    ws.addEventListener("error", () => fail(new Error("a socket was not opened")));
  });
}

function isSame(a: State, b: State): boolean {
  return a.seq === b.seq && a.heads === b.heads && a.chats === b.chats;
}
