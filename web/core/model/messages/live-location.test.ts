/** The end of live locations. */
import { expect, test } from "vitest";
import { liveState } from "./live-location.ts";

test.each([
  ["before its end", 900, 1_000_899_999, { live: true, until_s: 1_000_900 }],
  ["at its end", 900, 1_000_900_000, { live: false, until_s: 1_000_900 }],
  ["without an end", 0x7fffffff, 9_000_000_000_000, { live: true, until_s: undefined }],
])("a live location %s", (_name, live_period, now_ms, expected) => {
  expect(liveState({ date: 1_000_000 }, { latitude: 1, longitude: 2, live_period }, now_ms)).toEqual(expected);
});
