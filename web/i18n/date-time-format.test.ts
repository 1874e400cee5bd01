/** How times that messages name are shown. */
import { expect, test } from "vitest";
import { formatDateTime } from "./date-time-format.ts";

/** 3 May 2026, 14:05:07 where the test runs. */
const AT_S = new Date(2026, 4, 3, 14, 5, 7).getTime() / 1000;
const shown = (format: string, from_now_s = 0) =>
  formatDateTime({ locale: "en-GB", hourCycle: "h23" }, AT_S + from_now_s, format, AT_S * 1000)?.replaceAll(
    "\u202f",
    " ",
  );

test.each([
  ["t", "14:05"],
  ["T", "14:05:07"],
  ["d", "03/05/26"],
  ["D", "3 May 2026"],
  ["w", "Sunday"],
  ["wDt", /^Sunday,? 3 May 2026.* 14:05$/],
])("%s", (format, expected) => {
  expect(shown(format)).toMatch(expected);
});

test.each([
  [3 * 3600 + 100, "in 3 hours"],
  [-86_400, "yesterday"],
  [-45, "45 seconds ago"],
  [400 * 86_400, "next year"],
])("%i seconds from now, relative", (from_now_s, expected) => {
  expect(shown("r", from_now_s)).toBe(expected);
});

test("without a format, the text stays", () => {
  expect(shown("")).toBeUndefined();
});
