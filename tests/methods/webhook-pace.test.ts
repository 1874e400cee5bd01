/** The pace of webhook deliveries: concurrency, timeouts, and delays after failures (behaviour.md §6). */
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hookedTalk, startWebhookService } from "../support/webhook-service.ts";
import { type Receiver, untilFailed } from "../support/receiver.ts";
import { engineIndependent, START_S, WORLD, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const GROUPS = ["One", "Two", "Three", "Four"].map((title) => ({
  title,
  creator: "alice",
  members: ["bob", { username: "guard_bot", status: "administrator", rights: "all" }],
}));

describe.each(engineIndependent())("the pace of webhooks on %s", (engine) => {
  let t: TestService;
  let receiver: Receiver;
  let url: string;
  let close: () => Promise<void>;
  beforeEach(async () => {
    ({ t, receiver, url, close } = await startWebhookService(engine, { ...WORLD, chats: [...WORLD.chats, ...GROUPS] }));
  });
  afterEach(() => close());

  const { say, info, untilPending, untilDown } = hookedTalk(() => t);
  /** The time of a delivery by the service's clock. */
  const sentAt = (n: number) => Number(receiver.deliveries[n]!.headers["webhook-timestamp"]);

  test("at most max_connections deliveries are in flight", async () => {
    const held: ServerResponse[] = [];
    let most = 0;
    receiver.answer = (_delivery, res) => {
      most = Math.max(most, held.push(res));
    };
    for (const { title } of GROUPS) await say("hello", t.id(title));
    await t.ok("guard_bot", "setWebhook", { url, max_connections: 2 });
    for (let count = 2; count <= GROUPS.length; count++) {
      await receiver.until(count);
      // A third delivery would have arrived by now.
      for (let n = 0; n < 3; n++) await info();
      held.shift()!.end();
    }
    held.shift()!.end();
    expect(most).toBe(2);
  });

  test("max_connections is between 1 and 100", async () => {
    const kept: number[] = [];
    for (const max_connections of [-1, 0, 1, 100, 101, undefined]) {
      await t.ok("guard_bot", "setWebhook", { url, max_connections });
      kept.push((await info()).max_connections);
    }
    expect(kept).toEqual([1, 1, 1, 100, 100, 40]);
  });

  test("chats take turns at the connections", async () => {
    for (const title of ["One", "Two"]) for (const n of [1, 2, 3]) await say(`${title} ${n}`, t.id(title));
    await t.ok("guard_bot", "setWebhook", { url, max_connections: 1 });
    await receiver.until(6);
    expect(receiver.texts()).toEqual(["One 1", "Two 1", "One 2", "Two 2", "One 3", "Two 3"]);
  });

  test("a delivery times out after 60 seconds", async () => {
    receiver.answer = () => {};
    await t.ok("guard_bot", "setWebhook", { url });
    await say("hello");
    await receiver.until(1);
    t.clock.advance(59_000);
    for (let n = 0; n < 3; n++) expect(await info()).not.toHaveProperty("last_error_date");
    t.clock.advance(1000);
    await untilFailed(t, 1);
    expect(await info()).toMatchObject({
      last_error_date: START_S + 60,
      last_error_message: "the request timed out",
      pending_update_count: 1,
    });
  });

  test("delays between attempts grow to two minutes", async () => {
    receiver.answer = (_delivery, res) => void res.writeHead(500).end();
    await t.ok("guard_bot", "setWebhook", { url });
    await say("hello");
    for (let n = 1; n <= 12; n++) {
      await untilFailed(t, n);
      // From the eighth failure on the doubled delay would exceed the maximum; no delay is shorter than half of it.
      if (n > 7) t.clock.advance(59_000);
      await info();
      t.clock.advance(n > 7 ? 61_000 : 120_000);
    }
    await receiver.until(13);
    const pauses = receiver.deliveries.slice(1).map((_, n) => sentAt(n + 1) - sentAt(n));
    expect(pauses).toEqual(Array.from({ length: 12 }, () => 120));
  });

  test("Retry-After is respected up to an hour", async () => {
    receiver.answer = (_delivery, res) => void res.writeHead(429, { "retry-after": "86400" }).end();
    await t.ok("guard_bot", "setWebhook", { url });
    await say("hello");
    await untilFailed(t, 1);
    t.clock.advance(3_599_000);
    await info();
    t.clock.advance(1000);
    await receiver.until(2);
    expect(sentAt(1) - sentAt(0)).toBe(3600);
  });

  test("unconfirmed updates are sent again after a restart, in order and under the same id", async () => {
    receiver.answer = (_delivery, res) => void res.writeHead(500).end();
    await t.ok("guard_bot", "setWebhook", { url, secret_token: "s3cret" });
    for (const text of ["one", "two", "three"]) await say(text);
    await untilFailed(t, 1);
    receiver.answer = (_delivery, res) => res.end();
    await t.restart();
    await receiver.until(4);
    expect(receiver.texts()).toEqual(["one", "one", "two", "three"]);
    const [before, after] = receiver.deliveries.map(({ headers }) => headers);
    expect(after!["webhook-id"]).toBe(before!["webhook-id"]);
    expect(after!["x-telegram-bot-api-secret-token"]).toBe("s3cret");
    await until(async () => (await info()).pending_update_count === 0, "no pending update");
  });

  test("an update that is delivered during the shutdown is not sent again", async () => {
    const held: ServerResponse[] = [];
    receiver.answer = (_delivery, res) => void held.push(res);
    await t.ok("guard_bot", "setWebhook", { url });
    await say("last");
    await receiver.until(1);
    const restarted = t.restart();
    await untilDown();
    held[0]!.end();
    await restarted;
    await untilPending(0);
    expect(receiver.texts()).toEqual(["last"]);
  });

  test("a delivery that the shutdown aborts is not a failure, and is sent again", async () => {
    receiver.answer = () => {};
    await t.ok("guard_bot", "setWebhook", { url });
    await say("hello");
    await receiver.until(1);
    receiver.answer = (_delivery, res) => res.end();
    let isUp = false;
    const restarted = t.restart().then(() => (isUp = true));
    await untilDown();
    t.clock.advance(7999);
    await new Promise((later) => setTimeout(later, 50));
    expect(isUp).toBe(false);
    t.clock.advance(1);
    await restarted;
    await receiver.until(2);
    expect(receiver.texts()).toEqual(["hello", "hello"]);
    expect(await info()).not.toHaveProperty("last_error_message");
    expect(t.log.filter((line) => line.includes("unexpected error"))).toEqual([]);
  });
});
