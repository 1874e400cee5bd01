/** Nothing gets old before the service has run for a day since, whatever is set on the machine's clock, and then it does. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { manualClock } from "./clock.ts";
import { RetentionClock } from "./retention-clock.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = 1_767_225_600_000;
/** Readings are kept to a second. */
const GRAIN_MS = 1000;

test("while the clock goes with time, it is the clock", () => {
  const clock = manualClock(START_MS);
  const retention = new RetentionClock(clock);
  for (let n = 0; n < 1000; n++) {
    expect(retention.now()).toBe(clock.now());
    clock.advance(n * 1000);
  }
});

test("a clock that is set forward is believed a day later, and one that is set back at once", () => {
  const clock = manualClock(START_MS);
  const retention = new RetentionClock(clock);
  const lag = () => clock.now() - retention.now();
  expect(lag()).toBe(0);
  clock.set(25 * HOUR_MS);
  expect(lag()).toBe(25 * HOUR_MS);
  clock.set(-25 * HOUR_MS);
  expect(lag()).toBe(0);
  clock.set(25 * HOUR_MS);
  clock.advance(DAY_MS - 1000);
  expect(lag()).toBe(25 * HOUR_MS);
  clock.advance(2000);
  expect(lag()).toBe(0);
  clock.set(-HOUR_MS);
  expect(lag()).toBe(0);
});

test("a machine that sleeps every night is behind by the last nights alone", () => {
  const clock = manualClock(START_MS);
  const retention = new RetentionClock(clock);
  for (let day = 0; day < 30; day++) {
    for (let n = 0; n < 8; n++) {
      retention.now();
      clock.advance(HOUR_MS);
    }
    clock.set(16 * HOUR_MS);
  }
  expect(clock.now() - retention.now()).toBe(3 * 16 * HOUR_MS);
});

test("what was noted outlives a stop, and the time of the stop is believed a day later", () => {
  const clock = manualClock(START_MS);
  const first = new RetentionClock(clock);
  first.now();
  clock.advance(HOUR_MS);
  const saved = JSON.parse(JSON.stringify(first.save()));
  clock.advance(48 * HOUR_MS);
  const second = new RetentionClock(clock);
  second.restore(saved);
  expect(clock.now() - second.now()).toBe(48 * HOUR_MS);
  clock.advance(DAY_MS + 1000);
  expect(clock.now() - second.now()).toBe(0);
});

test("nothing counts as a day old before a day of running time, and all does when the clock has been steady for one", () => {
  const step = fc.oneof(
    fc.record({ run_ms: fc.nat(3 * HOUR_MS) }),
    fc.record({ set_ms: fc.integer({ min: -400 * HOUR_MS, max: 400 * HOUR_MS }) }),
    fc.constant({ restart: true }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const clock = manualClock(START_MS);
      let retention = new RetentionClock(clock);
      const written: { readonly at_ms: number; readonly elapsed_ms: number }[] = [];
      for (const each of steps) {
        written.push({ at_ms: retention.read(), elapsed_ms: clock.elapsed() });
        if ("run_ms" in each) clock.advance(each.run_ms);
        else if ("set_ms" in each) clock.set(each.set_ms);
        else {
          const saved = retention.save();
          retention = new RetentionClock(clock);
          retention.restore(saved);
        }
        const now_ms = retention.now();
        expect(now_ms).toBeLessThanOrEqual(clock.now());
        for (const { elapsed_ms } of written.filter(({ at_ms }) => now_ms - at_ms >= DAY_MS))
          expect(clock.elapsed() - elapsed_ms).toBeGreaterThan(DAY_MS - GRAIN_MS);
      }
      clock.advance(DAY_MS + 1);
      expect(clock.now() - retention.now()).toBeLessThan(GRAIN_MS);
    }),
    { numRuns: 500 },
  );
});
