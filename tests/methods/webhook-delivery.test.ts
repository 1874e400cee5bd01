/** Webhook deliveries to receivers that fail, are slow, or accept few connections (behaviour.md §6). */
import type { ServerResponse } from "node:http";
import { UpdateLife } from "heliogram/live/update-life.ts";
import { WebhookDispatcher, type DispatcherDeps } from "heliogram/live/webhooks/dispatcher.ts";
import { RetentionClock } from "heliogram/ports/retention-clock.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ONLY_PROCESS } from "heliogram/store/lease.ts";
import { hookedTalk, startWebhookService } from "../support/webhook-service.ts";
import { type Receiver, untilFailed } from "../support/receiver.ts";
import { engineIndependent, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const HOOK = {
  url: "http://bots.example/",
  secret: "",
  max_connections: 40,
  ip_address: "",
  resolved_ip_address: "",
  certificate: "",
  set_at: 0,
  last_error_at: null,
  last_error: null,
  expired: 0,
};

describe.each(engineIndependent())("deliveries on %s", (engine) => {
  let t: TestService;
  let receiver: Receiver;
  let url: string;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ t, receiver, url, close } = await startWebhookService(engine));
  });
  afterEach(() => close());

  const { say, info, untilPending } = hookedTalk(() => t);

  test(
    "a chat in which much is stuck holds up no other, and is caught up with in order",
    { timeout: 90_000 },
    async () => {
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
    },
  );

  test("the number of failing chats is limited; one that recovers makes room", async () => {
    const broken = new Set([1, 2]);
    const taken: number[] = [];
    let failed = 0;
    const deps: DispatcherDeps = {
      db: t.service.db,
      clock: t.clock,
      updateLife: new UpdateLife(),
      retention: new RetentionClock(t.clock),
      fraction: () => 1,
      readDate: () => undefined,
      yieldToEventLoop: async () => {},
      open: () => ({
        send: async (_headers, text) => {
          const { chat } = JSON.parse(text).message;
          if (!broken.has(chat)) taken.push(chat);
          const status = broken.has(chat) ? 500 : 200;
          return { status, headers: {}, body: Buffer.alloc(0), ip_address: "", error: undefined, release: () => {} };
        },
        close: () => {},
      }),
      onReply: async () => {},
      onFailure: () => {},
      trace: () => ({ trace_id: undefined, traceparent: undefined, end: () => {} }),
      onAttempt: ({ outcome }) => {
        if (outcome === "failed") failed += 1;
      },
      onError: (error) => {
        throw error;
      },
    };
    const bot_id = t.id("guard_bot");
    await t.service.db.write(async (tx) => {
      for (const chat of [1, 2, 3, 1, 3]) {
        tx.append({ stream: bot_id, kind: "message", ref: chat, body: JSON.stringify({ chat }) });
      }
    });
    const dispatcher = new WebhookDispatcher(deps, { ...HOOK, bot_id, accountable_id: bot_id }, ONLY_PROCESS, 2);
    dispatcher.wake();
    await until(() => failed === 2, "two failed deliveries");
    t.clock.advance(1000);
    await until(() => failed === 4, "four failed deliveries");
    expect(taken).toEqual([]);
    broken.delete(1);
    t.clock.advance(2000);
    await until(() => taken.length === 4, "four deliveries");
    expect(taken).toEqual([1, 3, 1, 3]);
    await dispatcher.stop();
  });

  const MANY = Buffer.alloc(11 * 1024 * 1024, " ");
  test.each<[string, (res: ServerResponse) => void, string]>([
    ["is too long", (res) => res.end(MANY), "the answer is too long"],
    [
      "is cut short",
      (res) => res.writeHead(200, { "content-length": "9" }).write("x", () => res.destroy()),
      "the connection was cut",
    ],
    ["never ends", (res) => res.writeHead(200, { "content-length": "9" }).write("x"), "the request timed out"],
  ])("a 2xx confirms, and a reply that %s is dropped", async (_name, answer, why) => {
    receiver.answer = ({ body }, res) => (body.message.text === "next" ? void res.end() : answer(res));
    await t.ok("guard_bot", "setWebhook", { url });
    await say("first");
    await receiver.until(1);
    // The clock advances only for the timeout. In the other cases the response ends by itself, and an advanced clock
    // would add a timeout.
    await t.advanceUntil(untilPending(0), why === "the request timed out" ? 10_000 : 0);
    await say("next");
    await receiver.until(2);
    expect(receiver.texts()).toEqual(["first", "next"]);
    expect((await info()).last_error_message).toBe(`The reply in the webhook's answer was dropped: ${why}`);
  });

  test("the status decides about a failure, however the body ends", async () => {
    receiver.answer = (_delivery, res) => void res.writeHead(503, { "retry-after": "600" }).end(MANY);
    await t.ok("guard_bot", "setWebhook", { url });
    await say("later");
    await untilFailed(t, 1);
    expect((await info()).last_error_message).toBe("Wrong response from the webhook: 503");
    t.clock.advance(599_000);
    await t.fetch("/healthz");
    expect(receiver.deliveries).toHaveLength(1);
    t.clock.advance(1000);
    await receiver.until(2);
  });
});
