/** Limits on web sockets: their number per person, the frames of clients, and unread frames. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { LONG_RUN } from "../support/long-run.ts";
import { startWorld, type Json, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

let t: TestService;
const sockets: WebSocket[] = [];
beforeAll(async () => {
  t = await startWorld("memory", undefined, { proxies: ["127.0.0.0/8"] });
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await t.stop();
});

/** @returns an open socket, or the status of the refusal */
function open(username: string): Promise<WebSocket | number> {
  const headers = { authorization: `Bearer ${t.accessToken(username)}` };
  const socket = new WebSocket(`${t.url.replace("http", "ws")}/api/stream`, { headers });
  sockets.push(socket);
  return new Promise((done) => {
    socket.once("open", () => done(socket));
    socket.once("unexpected-response", (_req, res) => done(res.statusCode!));
    socket.on("error", () => {});
  });
}

const closed = (socket: WebSocket) => new Promise<void>((done) => socket.once("close", () => done()));

test("a person has fifty sockets at most, and one more when one closes", async () => {
  const first = await open("bob");
  for (let n = 1; n < 50; n += 1) expect(await open("bob")).toBeInstanceOf(WebSocket);
  expect(await open("bob")).toBe(429);
  expect(await open("carla")).toBeInstanceOf(WebSocket);
  (first as WebSocket).terminate();
  await until(async () => (await open("bob")) instanceof WebSocket, "room for another socket");
});

test("an address that opens many sockets lets those of others in after a few", async () => {
  const gate = Promise.withResolvers<void>();
  const { db } = t.service;
  const read = db.read.bind(db);
  const spy = vi.spyOn(db, "read").mockImplementation(async (body) => {
    await gate.promise;
    return read(body);
  });
  const order: string[] = [];
  const ask = (from: string, token: string) =>
    new Promise<void>((done) => {
      const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": from };
      const socket = new WebSocket(`${t.url.replace("http", "ws")}/api/stream`, { headers });
      sockets.push(socket);
      socket.on("error", () => {});
      const over = () => {
        order.push(from);
        done();
      };
      socket.once("unexpected-response", over).once("open", over);
    });
  const open_now = async (): Promise<number> =>
    Number(/^heliogram_connections (\d+)/m.exec((await t.fetch("/metrics")).body)![1]);
  const before = await open_now();
  const many = Array.from({ length: 100 }, () => ask("10.1.1.1", "x".repeat(43)));
  await until(async () => (await open_now()) >= before + 100, "100 connections");
  const other = ask("10.2.2.2", t.accessToken("dave"));
  await until(async () => (await open_now()) > before + 100, "one more connection");
  // The request of the last connection has been read then, too.
  for (let n = 0; n < 5; n += 1) await t.fetch("/healthz");
  gate.resolve();
  await Promise.all([...many, other]);
  spy.mockRestore();
  expect(order.indexOf("10.2.2.2")).toBeLessThan(20);
});

test.each<[string, (socket: WebSocket) => void]>([
  ["pings", (socket) => socket.ping()],
  ["pongs", (socket) => socket.pong()],
  ["messages", (socket) => socket.send("x")],
])("a flood of %s ends the socket", async (_name, say) => {
  const socket = (await open("alice")) as WebSocket;
  const over = closed(socket);
  for (let n = 0; n < 50; n += 1) say(socket);
  await t.fetch("/healthz");
  expect(socket.readyState).toBe(WebSocket.OPEN);
  for (let n = 0; n < 100; n += 1) say(socket);
  await over;
});

test("a frame that is too long ends the socket", async () => {
  const socket = (await open("alice")) as WebSocket;
  const over = closed(socket);
  socket.send("x".repeat(5000));
  await expect(over).resolves.toBeUndefined();
});

test("a client that does not read its frames is disconnected", async () => {
  const own = (await t.as("dave", "createChat", { title: "Slow" })).chat.id;
  const slow = await Promise.all(Array.from({ length: 8 }, async () => (await open("dave")) as WebSocket));
  for (const socket of slow) socket.pause();
  const closings = slow.map((socket) => new Promise((done) => socket.once("close", done)));
  // The service buffers 4 MiB; both ends of a local connection buffer more before that.
  for (let n = 0; n < 30; n++) {
    const says = () => t.as("dave", "sendMessage", { chat_id: own, text: "日".repeat(4096) });
    await Promise.all(Array.from({ length: 50 }, says));
  }
  for (const socket of slow) socket.resume();
  expect(await Promise.all(closings)).toEqual(slow.map(() => 4008));
});

test.each(LONG_RUN ? [1, 8] : [8])(
  "a client that is slow gets the newest edit when it reads, beside %i that are fast",
  async (fast) => {
    const { chat } = await t.as("dave", "createChat", { type: "supergroup", title: "Edits" });
    const chat_id = chat.id;
    const { message_id } = await t.as("dave", "sendMessage", { chat_id, text: "0" });
    const other = await t.as("dave", "sendMessage", { chat_id, text: "other" });
    const slow = (await open("dave")) as WebSocket;
    const frames: Json[] = [];
    slow.on("message", (data: Buffer) => {
      const frame = JSON.parse(data.toString());
      if (frame.chat_id === chat_id) frames.push(frame);
    });
    const others = await Promise.all(Array.from({ length: fast }, async () => (await open("dave")) as WebSocket));
    slow.pause();
    const EDITS = 600;
    const text = (n: number) => `${n} ${"\u{1f600}".repeat(4000)}`;
    const edit = (id: number, words: string) =>
      t.as("dave", "editMessageText", { chat_id, message_id: id, text: words });
    for (let n = 1; n <= EDITS; n++) {
      await edit(message_id, text(n));
      if (n === 400) await edit(other.message_id, "edited once");
      if (n === 500) await t.as("dave", "deleteMessage", { chat_id, message_id: other.message_id });
    }
    expect(slow.readyState).toBe(WebSocket.OPEN);
    slow.resume();
    await until(() => frames.at(-1)?.message?.text === text(EDITS), "the newest edit");
    // Fewer than there were, nothing is missing, and what is deleted does not come back.
    expect(frames.length).toBeLessThan(EDITS);
    for (const [i, frame] of frames.slice(1).entries()) expect(frame.seq - (frame.run ?? 1)).toBe(frames[i]!.seq);
    const deleted = frames.findIndex(({ kind }) => kind === "delete");
    expect(deleted).toBeGreaterThan(-1);
    expect(frames.slice(deleted).some(({ message }) => message?.message_id === other.message_id)).toBe(false);
    for (const socket of [slow, ...others]) socket.terminate();
  },
);
