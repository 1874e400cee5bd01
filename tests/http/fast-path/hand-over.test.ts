/** A connection that is handed over to `node:http` keeps nothing of the fast path. */
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { installFastPath } from "heliogram/http/fast-path/fast-path.ts";
import { Wire } from "./wire.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

interface Seen {
  readonly url: string;
  readonly socket: Socket;
}

/** A server that records what `node:http` reads, with or without the fast path. */
async function serve(inFront: boolean) {
  const seen: Seen[] = [];
  const server = createServer((req, res) => {
    seen.push({ url: req.url!, socket: req.socket });
    req.resume();
    req.on("end", () => res.end(`node ${req.url}`));
  });
  servers.push(server);
  const timers: (() => void)[] = [];
  if (inFront) {
    installFastPath(server, {
      handle: async ({ line }) => ({ response: { status: 200, body: `fast ${line.url}` }, trace_id: "" }),
      headers_ms: 10_000,
      keep_alive_ms: 10_000,
      isDraining: () => false,
      schedule: (go) => go(),
      date: () => "",
      after: (_delay_ms, fire) => {
        timers.push(fire);
        return () => {};
      },
    });
  }
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return { seen, url: `http://127.0.0.1:${port}`, look: () => timers.pop()!() };
}

/** Sends each piece after the awaited text of the one before has come. @returns everything received */
async function talk(url: string, ...steps: readonly (readonly [piece: string, awaited: string])[]): Promise<string> {
  const wire = new Wire(url);
  for (const [piece, awaited] of steps) {
    wire.send(piece);
    await wire.hears(awaited);
  }
  wire.leave();
  return wire.said;
}

const plain = (url: string) => `GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`;
const chunked = (url: string) =>
  `POST ${url} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`;

function listeners({ socket }: Seen): object {
  return Object.fromEntries(socket.eventNames().map((name) => [String(name), socket.listenerCount(name)]));
}

test("a connection that is handed over has the listeners of a new node:http connection", async () => {
  const front = await serve(true);
  const back = await serve(false);
  await talk(front.url, [plain("/bot1"), "fast /bot1"], [chunked("/bot2"), "node /bot2"]);
  await talk(back.url, [chunked("/bot2"), "node /bot2"]);
  expect(front.seen).toHaveLength(1);
  expect(listeners(front.seen[0]!)).toEqual(listeners(back.seen[0]!));
  expect(front.seen[0]!.socket.timeout).toBe(back.seen[0]!.socket.timeout);
});

test("it stays with node:http, and requests that arrived together are read in order", async () => {
  const front = await serve(true);
  const all = plain("/bot1") + plain("/bot2") + chunked("/bot3") + plain("/bot4") + plain("/bot5");
  const said = await talk(front.url, [all, "node /bot5"], [plain("/bot6"), "node /bot6"]);
  expect(said.match(/(fast|node) \/bot\d/g)).toEqual([
    "fast /bot1",
    "fast /bot2",
    ...["node /bot3", "node /bot4", "node /bot5", "node /bot6"],
  ]);
});

test("a request that is incomplete at the second check is handed over with all its bytes", async () => {
  const { url, seen, look } = await serve(true);
  for (const [looks, reader] of [
    [1, "fast"],
    [2, "node"],
  ] as const) {
    const wire = new Wire(url);
    wire.send(plain("/bot1"));
    await wire.hears("fast /bot1");
    wire.send(plain("/bot2").slice(0, 20));
    await new Promise((later) => setTimeout(later, 50));
    for (let n = 0; n < looks; n += 1) look();
    wire.send(plain("/bot2").slice(20));
    expect(await wire.hears(`${reader} /bot2`)).toBe(true);
    wire.leave();
  }
  expect(seen.map((each) => each.url)).toEqual(["/bot2"]);
});
