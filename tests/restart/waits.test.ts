/** The longest wait of clients, as the restart tests judge it. */
import { expect, test } from "vitest";
import { longestApart } from "./waits.ts";

const wait = (begun_ms: number, ended_ms: number) => ({ what: "a call", begun_ms, ended_ms });

test("time in which the control waits too is taken out, and no other", () => {
  const waits = [wait(0, 1000), wait(1000, 4000)];
  expect(longestApart(waits, [])).toBe(3000);
  expect(longestApart(waits, [wait(500, 1500), wait(2000, 3000), wait(3900, 9000)])).toBe(1400);
  expect(longestApart(waits, [wait(5000, 9000)])).toBe(3000);
  expect(longestApart(waits, [wait(0, 9000)])).toBe(0);
  expect(longestApart([], [wait(0, 1)])).toBe(0);
  expect(longestApart(waits, [wait(2000, 3000)], () => 500)).toBe(2000);
  expect(longestApart(waits, [wait(2000, 3000)], () => 1200)).toBe(1800);
});
