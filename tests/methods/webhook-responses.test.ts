/** Responses of webhooks other than a plain 200: interim responses, and `Retry-After`. */
import type { ServerResponse } from "node:http";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DelayedDisk } from "../support/delayed-disk.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { hookedTalk, startWebhookService } from "../support/webhook-service.ts";
import { type Receiver, untilFailed } from "../support/receiver.ts";
import { START_S, startWorld, WORLD, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

describe("responses of webhooks", () => {
  let t: TestService;
  let receiver: Receiver;
  let url: string;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ t, receiver, url, close } = await startWebhookService("memory"));
  });
  afterEach(() => close());

  const { say, info, untilPending } = hookedTalk(() => t);
  const sentAt = (n: number) => Number(receiver.deliveries[n]!.headers["webhook-timestamp"]);

  test.each<[string, (res: ServerResponse) => void]>([
    ["100 Continue", (res) => res.writeContinue()],
    ["102 Processing", (res) => res.writeProcessing()],
    ["103 Early Hints", (res) => res.writeEarlyHints({ link: "</style.css>; rel=preload" })],
  ])("an interim %s is passed over: the update comes once", async (_name, interim) => {
    receiver.answer = (_delivery, res) => {
      interim(res);
      interim(res);
      setImmediate(() => res.end());
    };
    await t.ok("guard_bot", "setWebhook", { url });
    await say("one");
    await say("two");
    await untilPending(0);
    expect(receiver.texts()).toEqual(["one", "two"]);
    expect(await info()).not.toHaveProperty("last_error_message");
  });

  test.runIf(LONG_RUN)(
    "an answer beyond the memory of one person's answers is dropped, and its status counts",
    async () => {
      // Seven of them are more than 64 MiB. None ends before one was dropped.
      const part = Buffer.alloc(9.6 * 1024 * 1024, " ");
      const open: ServerResponse[] = [];
      receiver.answer = (_delivery, res) => {
        open.push(res);
        res.on("error", () => {}).write(part);
      };
      await t.ok("guard_bot", "setWebhook", { url });
      for (let n = 0; n < 7; n++) {
        const { id: chat_id } = (await t.as("alice", "createChat", { title: `Long ${n}` })).chat;
        // The bot is told.
        await t.as("alice", "addMember", { chat_id, user_id: t.id("guard_bot") });
      }
      await receiver.until(7);
      const error = await until(async () => (await info()).last_error_message, "the error of a reply");
      expect(error).toMatch(/reply .* was dropped: too many long answers came at a time/);
      receiver.answer = (_delivery, res) => res.end();
      for (const res of open) res.end();
      await untilPending(0);
    },
  );

  test.each([
    ["0", 1],
    ["1", 1],
    [" 7 ", 7],
    ["007", 7],
    ["3600", 3600],
    ["3601", 3600],
    ["9".repeat(400), 3600],
    [new Date((START_S + 90) * 1000).toUTCString(), 90],
    [new Date((START_S + 86_400) * 1000).toUTCString(), 3600],
    [new Date((START_S - 90) * 1000).toUTCString(), 1],
  ])("Retry-After: %s is a pause of %i seconds", async (value, pause_s) => {
    receiver.answer = (_delivery, res) => void res.writeHead(503, { "retry-after": value }).end();
    await t.ok("guard_bot", "setWebhook", { url });
    await say("hello");
    await untilFailed(t, 1);
    t.clock.advance(pause_s * 1000 - 1);
    for (let n = 0; n < 3; n++) await info();
    expect(receiver.deliveries).toHaveLength(1);
    t.clock.advance(1);
    await receiver.until(2);
    expect(sentAt(1) - sentAt(0)).toBe(pause_s);
  });

  test.each(["-5", "", "soon", "1.5", "0x10", "1e3", "Infinity", "5, 7", "2026-01-01", "1767225600000 GMT"])(
    "Retry-After: %j says nothing: the usual pause is made",
    async (value) => {
      receiver.answer = (_delivery, res) => void res.writeHead(429, { "retry-after": value }).end();
      await t.ok("guard_bot", "setWebhook", { url });
      await say("hello");
      await untilFailed(t, 1);
      t.clock.advance(499);
      for (let n = 0; n < 3; n++) await info();
      expect(receiver.deliveries).toHaveLength(1);
      t.clock.advance(501);
      await receiver.until(2);
    },
  );
});

test("the next update of a chat does not wait for the write of the previous confirmation", async () => {
  const disk = new DelayedDisk();
  const t = await startWorld("sqlite", WORLD, { redoFiles: disk });
  const { close, receiver, url } = await startWebhookService("memory");
  const { say, untilPending } = hookedTalk(() => t);
  await t.ok("guard_bot", "setWebhook", { url: "http://127.0.0.1:9/" });
  const texts = Array.from({ length: 12 }, (_, n) => `message ${n}`);
  for (const text of texts) await say(text);
  let answered = 0;
  receiver.answer = (_delivery, res) => {
    if (answered++ === 0) disk.hold();
    res.end();
  };
  await t.ok("guard_bot", "setWebhook", { url });
  await receiver.until(texts.length);
  expect(receiver.texts()).toEqual(texts);
  disk.release();
  await untilPending(0);
  expect(receiver.texts()).toEqual(texts);
  await t.stop();
  await close();
});

describe("slow webhook responses", () => {
  let t: TestService;
  let server: Server;
  let url: string;
  let sockets: Socket[];
  /** Called with each connection when a complete request has come. */
  let serve: (socket: Socket) => void;
  beforeEach(async () => {
    t = await startWorld("memory");
    sockets = [];
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => {});
      socket.once("data", () => serve(socket));
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await t.stop();
  });

  const { say, info } = hookedTalk(() => t);
  const flood = (socket: Socket, piece: string) => {
    const go = () => {
      while (!socket.destroyed && socket.write(piece));
      if (!socket.destroyed) socket.once("drain", go);
    };
    go();
  };

  test.each([
    ["interim answers without end", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", ""],
    ["a head without end", "X-More: abcdefgh\r\n", "HTTP/1.1 200 OK\r\n"],
    ["an answer without end", "x".repeat(65_536), "HTTP/1.1 500 No\r\nConnection: close\r\n\r\n"],
  ])("%s is cut off, and counts as a failure", async (_name, piece, beginning) => {
    serve = (socket) => {
      socket.write(beginning);
      flood(socket, piece);
    };
    await t.ok("guard_bot", "setWebhook", { url });
    await say("hello");
    await t.advanceUntil(untilFailed(t, 1), 5000);
    expect((await info()).pending_update_count).toBe(1);
    await until(() => sockets.every((socket) => socket.destroyed), "the end of the connections");
  });

  test("a response that trickles is limited to a minute", async () => {
    serve = (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Le");
    await t.ok("guard_bot", "setWebhook", { url });
    await say("hello");
    await t.advanceUntil(untilFailed(t, 1), 5000);
    expect((await info()).last_error_message).toBe("the request timed out");
  });
});
