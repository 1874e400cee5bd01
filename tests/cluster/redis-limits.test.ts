/** Limits that are counted in Redis: the same results as those in memory, whoever asks, and never a long wait. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseRedisAddress } from "heliogram/cluster/redis/address.ts";
import { RedisConnection } from "heliogram/cluster/redis/connection.ts";
import { RedisLimits } from "heliogram/cluster/redis/redis-limits.ts";
import { AttemptLimits } from "heliogram/methods/rate-limits/attempt-limits.ts";
import { RateLimits } from "heliogram/methods/rate-limits/rate-limits.ts";
import type { PersonCount } from "heliogram/methods/rate-limits/person-rates.ts";
import { yieldToEventLoop } from "heliogram/runtime/event-loop.ts";
import { systemClock } from "heliogram/ports/clock.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { hasRedis, startRedisCluster, TestRedis, type TestRedises } from "../support/redis.ts";
import { until } from "../support/until.ts";

const machine = systemClock();
/** Long enough for every machine: these tests compare results. */
const PATIENT_MS = 60_000;
/** How long a call waits where it gets no answer. */
const HANG_MS = 1000;

/** Limits of one node in Redis, and what closes them. */
async function openLimits(url: string, options: { prefix?: string; wait_ms?: number; now_ms?: () => number } = {}) {
  const connection = new RedisConnection({ address: parseRedisAddress(url), ca: undefined, channel: "limits" });
  connection.open();
  const { prefix = "t:", wait_ms = PATIENT_MS, now_ms } = options;
  // Until the connection stands, each question fails at once.
  const limits = new RedisLimits({
    connection,
    prefix,
    key: Buffer.from("key"),
    machine,
    yieldToEventLoop,
    wait_ms,
    now_ms,
  });
  await until(() => limits.isUp, "Redis to be in use");
  const close = () => {
    limits.close();
    connection.close();
  };
  return { limits, close };
}

const BOT = 7;
const PERSON = 9;
const GROUP = -1_000_000_000_001;

type Step =
  | { readonly by: "bot"; readonly after: After; readonly chat: number | undefined; readonly count: number }
  | { readonly by: "reader"; readonly after: After }
  | { readonly by: "person" | "refund"; readonly after: After; readonly counts: readonly PersonCount[] }
  | { readonly by: "anonymous"; readonly after: After; readonly address: string };

/** Milliseconds, or so many from the moment at which the last call would be allowed. */
type After = number | { readonly of_wait_ms: number };

const after = fc.oneof(
  { weight: 3, arbitrary: fc.nat(20) },
  { weight: 3, arbitrary: fc.record({ of_wait_ms: fc.integer({ min: -1, max: 1 }) }) },
  fc.nat(3000),
  fc.nat(200_000),
);
const few = fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 10 }), fc.constant(150));
const counts = fc.constantFrom<readonly PersonCount[]>(
  [
    { kind: "calls", count: 1 },
    { kind: "writes", count: 1 },
    { kind: "new_chats", count: 1 },
  ],
  [
    { kind: "messages", count: 10 },
    { kind: "chat", chat_id: GROUP, count: 10 },
  ],
  [
    { kind: "upload_mib", count: 1234.567 },
    { kind: "uploads", count: 3 },
  ],
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ by: fc.constant("bot" as const), after, chat: fc.constantFrom(undefined, PERSON, GROUP), count: few }),
  fc.record({ by: fc.constant("reader" as const), after }),
  fc.record({ by: fc.constantFrom("person" as const, "refund" as const), after, counts }),
  fc.record({ by: fc.constant("anonymous" as const), after, address: fc.constantFrom("192.0.2.1", "2001:db8::") }),
);

/** @param offset - added to what has buckets, so that every history begins with full ones */
function apply(limits: RateLimits, step: Step, offset: number): number | Promise<number> {
  if (step.by === "bot") return limits.take(BOT + offset, step.chat, step.count);
  if (step.by === "reader") return limits.takeOfBot(BOT + offset, "reads");
  if (step.by === "anonymous") return limits.takeOfAnonymous(`${step.address} ${offset}`);
  if (step.by === "person") return limits.takeOfPerson(PERSON + offset, step.counts);
  limits.refundPerson(PERSON + offset, step.counts);
  return 0;
}

describe.skipIf(!hasRedis())("on one server", () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await TestRedis.start({ requirepass: "hush" });
  });
  afterAll(() => redis.stop());

  test.each(["default", "telegram"] as const)("buckets give the results of those in memory: %s", async (plan) => {
    const clock = { ms: 0 };
    let example = 0;
    const now_ms = () => clock.ms;
    const { limits: shared, close } = await openLimits(redis.url, { prefix: `${plan}:`, now_ms });
    const property = fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      clock.ms = 1_767_225_600_000.25;
      example += 100;
      const inRedis = new RateLimits(plan, { now_ms, liveNodes: () => 3, shared });
      const inMemory = new RateLimits(plan, { now_ms, liveNodes: () => 1 });
      let wait_s = 0;
      // Each call is repeated, at times at the very moment at which it is allowed.
      for (const each of steps.flatMap((step) => [
        step,
        { ...step, after: { of_wait_ms: -1 } },
        { ...step, after: 1 },
      ])) {
        clock.ms += typeof each.after === "number" ? each.after : Math.max(0, wait_s * 1000 + each.after.of_wait_ms);
        wait_s = apply(inMemory, each, example) as number;
        expect(await apply(inRedis, each, example)).toBe(wait_s);
      }
      expect(shared.isUp).toBe(true);
    });
    await fc.assert(property, { numRuns: 200 });
    close();
  });

  test("attempts give the results of those in memory", async () => {
    const clock = { ms: 5000 };
    let example = 0;
    const now_ms = () => clock.ms;
    const after_ms = fc.oneof(fc.nat(2000), fc.constant(10_000));
    const attempts = fc.array(fc.record({ after_ms, name: fc.constantFrom("a", "b") }), {
      maxLength: 60,
    });
    const property = fc.asyncProperty(attempts, async (steps) => {
      const limit = { name: `try${example++}`, attempts: 4, window_ms: 10_000 };
      const inRedis = new AttemptLimits(limit, { now_ms, liveNodes: () => 3, shared });
      const inMemory = new AttemptLimits(limit, { now_ms, liveNodes: () => 1 });
      for (const { after_ms, name } of steps) {
        clock.ms += after_ms;
        expect(await inRedis.take(name)).toBe(inMemory.take(name));
      }
    });
    const { limits: shared, close } = await openLimits(redis.url, { now_ms });
    await fc.assert(property, { numRuns: 40 });
    close();
  });

  test("nodes that ask at the same moment together get what one would, by the clock of Redis", async () => {
    const nodes = await Promise.all([1, 2, 3].map(() => openLimits(redis.url, { prefix: "together:" })));
    const rates = nodes.map(
      ({ limits: shared }) => new RateLimits("telegram", { now_ms: () => 0, liveNodes: () => 3, shared }),
    );
    const results = await Promise.all(Array.from({ length: 60 }, (_, i) => rates[i % 3]!.take(BOT, GROUP, 1)));
    // Twenty at once, and one more in each three seconds that the test takes.
    const allowed = results.filter((wait_s) => wait_s === 0).length;
    expect(allowed).toBeGreaterThanOrEqual(20);
    expect(allowed).toBeLessThan(60);
    for (const { close } of nodes) close();
  });

  test("two services on one Redis do not count for each other, and no name or address is readable", async () => {
    const now_ms = () => 0;
    const [one, two] = await Promise.all(["one:", "two:"].map((prefix) => openLimits(redis.url, { prefix, now_ms })));
    const limit = { name: "sign-in", attempts: 1, window_ms: 60_000 };
    const attempts = [one!, two!].map(
      ({ limits: shared }) => new AttemptLimits(limit, { now_ms, liveNodes: () => 1, shared }),
    );
    for (const each of attempts) expect([await each.take("alice"), await each.take("alice")]).toEqual([0, 60]);
    const anonymous = new RateLimits("default", { now_ms, liveNodes: () => 1, shared: one!.limits });
    expect(await anonymous.takeOfAnonymous("192.0.2.77")).toBe(0);
    const keys = `${redis.command("KEYS", "one:*")}\n${redis.command("KEYS", "two:*")}`;
    expect(keys).toContain("one:sign-in:");
    expect(keys).not.toMatch(/alice|192\.0\.2\.77/);
    // Nothing stays.
    for (const key of keys.split("\n")) expect(Number(redis.command("PTTL", key))).toBeGreaterThan(0);
    for (const { close } of [one!, two!]) close();
  });

  test("a bucket that somebody has damaged counts as a full one", async () => {
    const { limits: shared, close } = await openLimits(redis.url, { prefix: "damaged:", now_ms: () => 0 });
    const rates = new RateLimits("telegram", { now_ms: () => 0, liveNodes: () => 1, shared });
    expect([await rates.take(BOT, PERSON, 1), await rates.take(BOT, PERSON, 1)]).toEqual([0, 1]);
    redis.command("SET", `damaged:{${BOT}}:${PERSON}`, "nonsense");
    expect(await rates.take(BOT, PERSON, 1)).toBe(0);
    close();
  });
});

describe.skipIf(!hasRedis())("without answers, a node allows its share", () => {
  const now_ms = () => 0;

  test("when Redis hangs: calls wait once, and later ones not at all", async () => {
    const redis = await TestRedis.start();
    const { limits: shared, close } = await openLimits(redis.url, { wait_ms: HANG_MS, now_ms });
    const rates = new RateLimits("telegram", { now_ms, liveNodes: () => 2, shared });
    expect(await rates.take(BOT, GROUP, 1)).toBe(0);
    redis.pause();
    const results = await Promise.all(Array.from({ length: 40 }, () => rates.take(BOT, GROUP, 1)));
    // 30 and 20 are the bursts: half of them is the share of one of two nodes.
    expect(results.filter((wait_s) => wait_s === 0)).toHaveLength(10);
    expect(rates.take(BOT, GROUP, 1)).toBe(6);
    redis.resume();
    await until(() => shared.isUp, "Redis to be in use");
    expect(await rates.take(BOT + 1, GROUP, 1)).toBe(0);
    close();
    await redis.stop();
  });

  test("when Redis was killed, and it counts again when it is back", async () => {
    const redis = await TestRedis.start();
    const { limits: shared, close } = await openLimits(redis.url, { wait_ms: HANG_MS, now_ms });
    const attempts = new AttemptLimits(
      { name: "x", attempts: 4, window_ms: 1000 },
      { now_ms, liveNodes: () => 2, shared },
    );
    await redis.kill();
    expect([await attempts.take("a"), await attempts.take("a"), await attempts.take("a")]).toEqual([0, 0, 1]);
    await redis.restart();
    await until(() => shared.isUp, "Redis to be in use");
    // Redis has forgotten everything.
    expect(await attempts.take("a")).toBe(0);
    close();
    await redis.stop();
  });

  test("when Redis is full of what others keep there", async () => {
    const redis = await TestRedis.start({ maxmemory: "3mb", "maxmemory-policy": "noeviction" });
    const { limits: shared, close } = await openLimits(redis.url, { now_ms });
    const rates = new RateLimits("telegram", { now_ms, liveNodes: () => 2, shared });
    redis.command("SETRANGE", "others", 4_000_000, "x");
    expect(await rates.take(BOT, PERSON, 1)).toBe(0);
    expect(shared.isUp).toBe(false);
    expect(rates.take(BOT, PERSON, 1)).toBe(2);
    redis.command("DEL", "others");
    await until(() => shared.isUp, "Redis to be in use");
    close();
    await redis.stop();
  });
});

describe.skipIf(!hasRedis())("on a Cluster", () => {
  let cluster: TestRedises;
  beforeAll(async () => {
    cluster = await startRedisCluster();
  });
  afterAll(() => cluster.stop());

  test.runIf(LONG_RUN)("the buckets of one call are in one slot, and all shards are used", async () => {
    const { limits: shared, close } = await openLimits(cluster.url, { now_ms: () => 0 });
    const rates = new RateLimits("telegram", { now_ms: () => 0, liveNodes: () => 3, shared });
    for (let bot = 1; bot <= 30; bot++)
      expect([await rates.take(bot, PERSON, 1), await rates.take(bot, PERSON, 1)]).toEqual([0, 1]);
    expect(shared.isUp).toBe(true);
    const sizes = cluster.servers.slice(0, 3).map((server) => Number(server.command("DBSIZE")));
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(60 + 1);
    close();
  });
});
