/** How webhooks are delivered when receivers fail, are slow, or take only so much at once (behaviour.md §6). */
import { Pusher, type PusherDeps } from "heliogram/live/pusher.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Receiver, untilFailed } from "../kit/receiver.ts";
import { engines, startWorld, type TestService } from "../kit/service.ts";

const HOOK = {
  url: "http://bots.example/",
  secret: "",
  max_connections: 40,
  ip_address: "",
  set_at: 0,
  last_error_at: null,
  last_error: null,
  expired: 0,
};

describe.each(engines())("deliveries on %s", (engine) => {
  let t: TestService;
  let receiver: Receiver;
  let url: string;
  let team: number;
  beforeEach(async () => {
    t = await startWorld(engine);
    team = t.id("Team");
    receiver = new Receiver();
    url = await receiver.listen();
  });
  afterEach(async () => {
    await receiver.close();
    await t.stop();
  });

  const say = (text: string, chat_id = team) => t.as("bob", "sendMessage", { chat_id, text });

  test("a chat in which much is stuck holds up no other, and is caught up with in order", async () => {
    const waiting = 550;
    let broken = true;
    const taken: number[] = [];
    receiver.answer = ({ body }, res) => {
      if (body.message && broken) return void res.writeHead(500).end();
      if (body.message) taken.push(body.message.message_id);
      res.end();
    };
    const sent: number[] = [];
    while (sent.length < waiting) {
      const batch = await Promise.all(Array.from({ length: 50 }, (_, n) => say(`${n}`)));
      sent.push(...batch.map((message) => message.message_id));
    }
    await t.ok("guard_bot", "setWebhook", { url });
    await receiver.until(1);
    const post = await t.as("alice", "sendMessage", { chat_id: t.id("News"), text: "elsewhere" });
    await receiver.untilSo(() => receiver.deliveries.some(({ body }) => body.channel_post));
    expect(receiver.deliveries.at(-1)!.body.channel_post.message_id).toBe(post.message_id);
    await untilFailed(t, 1);
    broken = false;
    t.clock.advance(1000);
    await receiver.untilSo(() => taken.length >= waiting);
    expect(taken).toEqual(sent.sort((a, b) => a - b));
  });

  test("chats that fail are looked after up to a number; one that recovers makes room", async () => {
    const broken = new Set([1, 2]);
    const taken: number[] = [];
    let failed = 0;
    const waiting: (() => void)[] = [];
    const until = async (enough: () => boolean) => {
      while (!enough()) await new Promise<void>((wake) => waiting.push(wake));
    };
    const deps: PusherDeps = {
      db: t.service.db,
      clock: t.clock,
      fraction: () => 1,
      turn: async () => {},
      send: async (_url, _headers, text) => {
        const { chat } = JSON.parse(text).message;
        if (!broken.has(chat)) taken.push(chat);
        return { status: broken.has(chat) ? 500 : 200, headers: {}, body: Buffer.alloc(0) };
      },
      onReply: async () => {},
      onAttempt: (outcome) => {
        if (outcome === "failed") failed += 1;
        for (const wake of waiting.splice(0)) wake();
      },
      onFault: (error) => {
        throw error;
      },
    };
    const bot_id = t.id("guard_bot");
    await t.service.db.write((tx) => {
      for (const chat of [1, 2, 3, 1, 3]) {
        tx.append({ stream: bot_id, kind: "message", ref: chat, body: JSON.stringify({ chat }) });
      }
    });
    const pusher = new Pusher(deps, { ...HOOK, bot_id }, 2);
    pusher.wake();
    await until(() => failed === 2);
    t.clock.advance(1000);
    await until(() => failed === 4);
    expect(taken).toEqual([]);
    broken.delete(1);
    t.clock.advance(2000);
    await until(() => taken.length === 4);
    expect(taken).toEqual([1, 3, 1, 3]);
    pusher.stop();
  });
});
