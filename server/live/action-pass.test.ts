/** How many screens are told of actions. */
import { expect, test } from "vitest";
import { manualClock } from "../ports/clock.ts";
import { ActionRate } from "./action-pass.ts";

/** How many of the actions, one after another, are shown. */
function shownOf(actions: number, screens: number, pause_ms: number): number {
  const clock = manualClock(0);
  const rate = new ActionRate(clock);
  let shown = 0;
  for (let n = 0; n < actions; n++) {
    if (rate.take(screens)) shown += 1;
    clock.advance(pause_ms);
  }
  return shown;
}

test("in a large chat about one a second, in a smaller one as many more", () => {
  expect(shownOf(100, 5000, 100)).toBe(11);
  expect(shownOf(100, 50_000, 100)).toBe(2);
  expect(shownOf(100, 100, 20)).toBe(100);
  expect(shownOf(100, 10, 0)).toBe(100);
});
