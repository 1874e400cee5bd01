/** The delay before a retry. */
import { expect, test } from "vitest";
import { retryDelay, ApiError, NetworkError } from "./errors.ts";

const asked = (retry_after_s: number) => new ApiError(429, "Too Many Requests", { retry_after_s });

test("the delay is what the server asks for, within bounds", () => {
  expect([0, 9, 1e9].map((seconds) => retryDelay(asked(seconds), 5))).toEqual([1000, 9000, 86_400_000]);
});

test("otherwise it grows with each attempt, up to half a minute", () => {
  const pauses = [0, 1, 2, 3, 4, 9].map((tries) => retryDelay(new NetworkError(), tries));
  expect(pauses).toEqual([2000, 4000, 8000, 16_000, 30_000, 30_000]);
});
