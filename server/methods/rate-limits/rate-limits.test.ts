/** Properties of the token buckets under any history of calls (behaviour.md §7). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LimitContext } from "./limit-context.ts";
import { RateLimits, type RatePlan } from "./rate-limits.ts";

/** The limits of behaviour.md §7 for the bot, a private chat and a group: tokens a second, and burst. */
const RULES = {
  default: { bot: [100, 200], private: [20, 40], group: [20, 40] },
  telegram: { bot: [30, 30], private: [1, 1], group: [20 / 60, 20] },
} as const;

const BOT = 1;
const PERSON = 2;
const GROUP = -3;

interface Step {
  readonly after_ms: number;
  readonly chat: number | undefined;
  readonly count: number;
}

const step = fc.record<Step>({
  after_ms: fc.oneof({ weight: 3, arbitrary: fc.nat(20) }, fc.nat(2000), fc.nat(200_000)),
  chat: fc.constantFrom(undefined, PERSON, GROUP),
  count: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 10 })),
});
const history = fc.array(step, { maxLength: 150 });

function singleNode(now_ms: () => number): LimitContext {
  return { now_ms, liveNodes: () => 1 };
}

/** What limits without shared counters answer at once. */
function atOnce(wait_s: number | Promise<number>): number {
  if (typeof wait_s !== "number") throw new Error("it was not answered at once");
  return wait_s;
}

/** The limits at the end of a history, and which calls were allowed at which time. */
function replay(plan: RatePlan, steps: readonly Step[]) {
  const clock = { ms: 0 };
  const limits = new RateLimits(
    plan,
    singleNode(() => clock.ms),
  );
  const passed: { at_ms: number; chat: number | undefined; count: number }[] = [];
  for (const { after_ms, chat, count } of steps) {
    clock.ms += after_ms;
    if (limits.take(BOT, chat, count) === 0) passed.push({ at_ms: clock.ms, chat, count });
  }
  return { clock, limits, passed };
}

describe.each(["default", "telegram"] as const)("%s", (plan) => {
  const rules = RULES[plan];

  test.each([
    ["a bot", undefined, rules.bot],
    ["a private chat", PERSON, rules.private],
    ["a group", GROUP, rules.group],
  ] as const)("%s may send a full bucket at once, then as many a second as flow in", (_name, chat, [per_s, burst]) => {
    const { clock, limits } = replay(plan, []);
    for (let n = 0; n < burst; n++) expect([n, limits.take(BOT, chat, 1)]).toEqual([n, 0]);
    expect(limits.take(BOT, chat, 1)).toBe(Math.ceil(1 / per_s));
    // A token is there once it has been refilled, and not before.
    clock.ms = Math.floor(1000 / per_s) - 1;
    expect(limits.take(BOT, chat, 1)).toBeGreaterThan(0);
    clock.ms = Math.ceil(1000 / per_s);
    expect([limits.take(BOT, chat, 1), limits.take(BOT, chat, 1)]).toEqual([0, Math.ceil(1 / per_s)]);
    // A bucket never holds more than its burst.
    clock.ms += 3_600_000;
    for (let n = 0; n < burst; n++) expect(limits.take(BOT, chat, 1)).toBe(0);
    expect(limits.take(BOT, chat, 1)).toBeGreaterThan(0);
  });

  test("never lets through more than the bucket held and what flowed in since", () => {
    fc.assert(
      fc.property(history, (steps) => {
        const { passed } = replay(plan, steps);
        for (const [chat, [per_s, burst]] of [
          [undefined, rules.bot],
          [PERSON, rules.private],
          [GROUP, rules.group],
        ] as const) {
          const counted = passed.filter((each) => chat === undefined || each.chat === chat);
          for (const [i, first] of counted.entries()) {
            let sum = 0;
            for (const { at_ms, count } of counted.slice(i)) {
              // An album larger than the burst is allowed when the bucket is full. The debt is refilled afterwards.
              const held = Math.max(burst, count);
              expect(sum + Math.min(count, burst)).toBeLessThanOrEqual(
                held + ((at_ms - first.at_ms) / 1000) * per_s + 1e-6,
              );
              sum += count;
            }
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test("the time it tells to wait is enough, and a second less is not", () => {
    fc.assert(
      fc.property(history, step, (steps, { chat, count }) => {
        const wait_s = atOnce(replay(plan, steps).limits.take(BOT, chat, count));
        const after = (seconds: number) => {
          const { clock, limits } = replay(plan, steps);
          clock.ms += seconds * 1000;
          return atOnce(limits.take(BOT, chat, count));
        };
        expect(after(wait_s)).toBe(0);
        expect(wait_s === 0 || after(wait_s - 1) > 0).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test("what is refused costs nothing, neither the bot nor the chat", () => {
    fc.assert(
      fc.property(history, fc.array(step, { maxLength: 10 }), step, (steps, refused, { chat, count }) => {
        const plain = replay(plan, steps);
        const pestered = replay(plan, steps);
        for (const each of refused) {
          const isRefused = atOnce(replay(plan, steps).limits.take(BOT, each.chat, each.count)) > 0;
          expect(!isRefused || atOnce(pestered.limits.take(BOT, each.chat, each.count)) > 0).toBe(true);
        }
        expect(pestered.limits.take(BOT, chat, count)).toBe(plain.limits.take(BOT, chat, count));
      }),
      { numRuns: 300 },
    );
  });

  test("what one bot sends is no matter to another", () => {
    fc.assert(
      fc.property(history, (steps) => {
        const { limits } = replay(plan, steps);
        expect(limits.take(BOT + 1, GROUP, 1)).toBe(0);
      }),
    );
  });
});

test("without limits there are none", () => {
  const limits = new RateLimits(
    "off",
    singleNode(() => 0),
  );
  for (let n = 0; n < 1000; n++) expect(limits.take(BOT, GROUP, 10)).toBe(0);
});

describe("many buckets", () => {
  test("are not made by calls that are refused", () => {
    const limits = new RateLimits(
      "telegram",
      singleNode(() => 0),
    );
    for (let chat = 1; chat <= 1000; chat++) limits.take(BOT, -chat, 1);
    expect(limits.size).toBe(1 + 30);
  });

  test("are dropped once they have refilled", () => {
    const clock = { ms: 0 };
    const limits = new RateLimits(
      "default",
      singleNode(() => clock.ms),
    );
    for (let bot = 1; bot <= 100_000; bot++) limits.take(bot, undefined, 1);
    clock.ms += 120_001;
    limits.take(1, undefined, 1);
    limits.take(BOT, GROUP, 1);
    expect(limits.size).toBe(2);
  });

  test("that are all in use cost the next call no search through them", () => {
    const limits = new RateLimits(
      "default",
      singleNode(() => 0),
    );
    for (let bot = 1; bot <= 130_000; bot++) limits.take(bot, undefined, 1);
    expect(limits.size).toBe(130_000);
  });
});

describe("the share of one of several nodes", () => {
  test("is its part of the rate and of the burst, and changes with the number of nodes", () => {
    const clock = { ms: 0 };
    const nodes = { live: 4 };
    const limits = new RateLimits("default", { now_ms: () => clock.ms, liveNodes: () => nodes.live });
    const burst = () => {
      let sent = 0;
      while (limits.take(BOT, undefined, 1) === 0) sent++;
      return sent;
    };
    expect(burst()).toBe(200 / 4);
    clock.ms += 1000;
    expect(burst()).toBe(100 / 4);
    nodes.live = 2;
    // What has flowed in before is counted by the rate of then.
    expect(burst()).toBe(0);
    clock.ms += 1000;
    expect(burst()).toBe(100 / 2);
    clock.ms += 3_600_000;
    nodes.live = 10;
    expect(burst()).toBe(200 / 10);
  });

  test("is enough for one call, even if the limit is smaller than the number of nodes", () => {
    const limits = new RateLimits("telegram", { now_ms: () => 0, liveNodes: () => 50 });
    expect(limits.take(BOT, PERSON, 1)).toBe(0);
    expect(limits.take(BOT, PERSON, 1)).toBe(50);
    // An album larger than the share waits until it is full, as one larger than the burst does.
    expect(limits.take(BOT + 1, GROUP, 10)).toBe(0);
  });
});
