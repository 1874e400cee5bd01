/** How long to wait before the next try. */
import { expect, test } from "vitest";
import { pauseBefore, Refusal, Unreachable } from "./failure.ts";

const asked = (retry_after_s: number) => new Refusal(429, "Too Many Requests", { retry_after_s });

test("as long as the service asks for, within reason, however often it was tried", () => {
  expect([0, 9, 1e9].map((seconds) => pauseBefore(asked(seconds), 5))).toEqual([1000, 9000, 86_400_000]);
});

test("else longer each time, up to half a minute", () => {
  const pauses = [0, 1, 2, 3, 4, 9].map((tries) => pauseBefore(new Unreachable(), tries));
  expect(pauses).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000]);
});
