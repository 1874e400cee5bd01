/** A check of readiness that does not end. */
import { expect, test } from "vitest";
import { manualClock } from "../ports/clock.ts";
import { readyCheck, type Unreadiness } from "./ready-check.ts";

function setUp() {
  const clock = manualClock(0);
  const checks: PromiseWithResolvers<Unreadiness>[] = [];
  const check = () => {
    checks.push(Promise.withResolvers<Unreadiness>());
    return checks.at(-1)!.promise;
  };
  return { clock, checks, ready: readyCheck({ check, after: (delay_ms, fire) => clock.after(delay_ms, fire) }) };
}

test("a probe is answered after a second, though its check has not ended", async () => {
  const { clock, checks, ready } = setUp();
  const first = ready();
  clock.advance(1000);
  expect(await first).toBe("database");
  const second = ready();
  clock.advance(1000);
  expect(await second).toBe("database");
  expect(checks).toHaveLength(1);
  checks[0]!.resolve(undefined);
  await new Promise((soon) => setImmediate(soon));
  const next = ready();
  checks[1]!.resolve(undefined);
  expect(await next).toBeUndefined();
  expect(clock.timers).toBe(0);
});

test("probes during a check share it, also its error", async () => {
  const { clock, checks, ready } = setUp();
  const all = [ready(), ready()];
  checks[0]!.reject(new Error("away"));
  for (const each of all) await expect(each).rejects.toThrow("away");
  expect([checks.length, clock.timers]).toEqual([1, 0]);
});
