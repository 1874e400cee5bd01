/** Limits on attempts: by name, in a window, and as the share of one of several nodes. */
import { expect, test } from "vitest";
import { AttemptLimits } from "./attempt-limits.ts";
import type { SharedLimits } from "./limit-context.ts";

const LIMIT = { name: "try", attempts: 6, window_ms: 10_000 };

test("an attempt over the limit waits for the end of the window", () => {
  const clock = { ms: 0 };
  const limits = new AttemptLimits(LIMIT, { now_ms: () => clock.ms, liveNodes: () => 1 });
  for (let n = 0; n < 6; n++) expect(limits.take("a")).toBe(0);
  clock.ms = 2500;
  expect([limits.take("a"), limits.take("b")]).toEqual([8, 0]);
  clock.ms = 10_000;
  expect(limits.take("a")).toBe(0);
});

test("one of several nodes allows its share, and at least one", () => {
  const nodes = { live: 3 };
  const limits = new AttemptLimits(LIMIT, { now_ms: () => 0, liveNodes: () => nodes.live });
  expect([limits.take("a"), limits.take("a"), limits.take("a")]).toEqual([0, 0, 10]);
  nodes.live = 100;
  expect([limits.take("b"), limits.take("b")]).toEqual([0, 10]);
});

test("a name may have more attempts than others", () => {
  const limits = new AttemptLimits(LIMIT, { now_ms: () => 0, liveNodes: () => 1 });
  for (let n = 0; n < 8; n++) expect(limits.take("a", 8)).toBe(0);
  expect(limits.take("a", 8)).toBe(10);
});

test("nothing is refused where limits are off, also by shared counters", async () => {
  const asked: string[] = [];
  const shared: SharedLimits = {
    take: () => undefined,
    refund: () => {},
    attempt(_limit, name) {
      asked.push(name);
      return Promise.resolve(5);
    },
  };
  const limits = new AttemptLimits(LIMIT, { now_ms: () => 0, liveNodes: () => 1, shared, isOff: true });
  for (let n = 0; n < 8; n++) expect(await limits.take("a")).toBe(0);
  expect(asked).toEqual([]);
});

test("attempts that shared counters have allowed count at the node when these fail", async () => {
  const shared = { isUp: true };
  const counters: SharedLimits = {
    take: () => undefined,
    refund: () => {},
    attempt: () => (shared.isUp ? Promise.resolve(0) : Promise.resolve(undefined)),
  };
  const limits = new AttemptLimits(LIMIT, { now_ms: () => 0, liveNodes: () => 2, shared: counters });
  for (let n = 0; n < 5; n++) expect(await limits.take("a")).toBe(0);
  shared.isUp = false;
  expect(await limits.take("a")).toBe(10);
  expect(await limits.take("b")).toBe(0);
});
