/** Parsing the `Retry-After` header. */
import { expect, test } from "vitest";
import { parseRetryAfter } from "./retry-after.ts";

test.each([
  ["9", 9],
  [" 0 ", 0],
  ["Thu, 01 Jan 2026 12:00:30 GMT", undefined],
  ["", undefined],
  ["-5", undefined],
  ["1.5", undefined],
  ["1e9", undefined],
  [null, undefined],
])("%j is %s seconds", (header, seconds) => {
  expect(parseRetryAfter(header)).toBe(seconds);
});
