/** When a process lets another one take over. */
import { expect, test } from "vitest";
import { manualClock } from "../ports/clock.ts";
import { quietMoment } from "./quiet-moment.ts";

/** Advances a clock until the moment. @returns when it was, in milliseconds */
async function momentWith(transfersAt: (at_ms: number) => readonly object[], other = Promise.resolve()) {
  const clock = manualClock(0);
  let isThere = false;
  const transfers = () => transfersAt(clock.elapsed());
  void quietMoment({ after: clock.after, transfers, other }).then(() => (isThere = true));
  for (;;) {
    // Deliveries and steps are promises of a few turns each.
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    if (isThere) return clock.elapsed();
    clock.advance(20);
  }
}

const [LONG, SHORT] = [{}, {}];

test("at once, where nothing is under way", async () => {
  expect(await momentWith(() => [])).toBeLessThanOrEqual(20);
});

test("after an upload", async () => {
  expect(await momentWith((at_ms) => (at_ms < 3000 ? [LONG] : []))).toBe(3000);
});

test("among short ones that overlap for ten seconds, at one when all are young", async () => {
  const transfers = (at_ms: number) => [at_ms < 12_000 ? LONG : SHORT];
  expect(await momentWith(transfers)).toBe(12_000);
});

test("after half a minute in any case", async () => {
  expect(await momentWith(() => [LONG])).toBe(30_000);
  expect(await momentWith(() => [], new Promise(() => {}))).toBe(30_000);
});

test("what else must end is awaited, also where it fails", async () => {
  expect(await momentWith(() => [], Promise.reject(new Error("a delivery")))).toBeLessThanOrEqual(40);
});
