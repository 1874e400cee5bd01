/** How many sockets receive chat actions. */
import { expect, test } from "vitest";
import { manualClock } from "../../ports/clock.ts";
import { ActionRateLimit } from "./action-broadcast.ts";

/** How many of these consecutive actions are sent. */
function shownOf(actions: number, sockets: number, pause_ms: number): number {
  const clock = manualClock(0);
  const rate = new ActionRateLimit(clock);
  let shown = 0;
  for (let n = 0; n < actions; n++) {
    if (rate.take(sockets)) shown += 1;
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
