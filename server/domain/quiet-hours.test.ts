/** Quiet hours against the clock of the time zone, at changes of summer time too. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isQuietAt, isTimeZone, minuteOfDay, minuteText, readMinute } from "./quiet-hours.ts";

const ZONES = ["Europe/Lisbon", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia", "UTC"];
const minute = fc.integer({ min: 0, max: 1439 });
const zone = fc.constantFrom(...ZONES);
/** 2024 to 2028, to the second. */
const moment = fc.integer({ min: 1_704_067_200, max: 1_830_297_600 }).map((at_s) => at_s * 1000);

test("a moment is quiet if the clock there shows a minute of the hours, which one walks from the first to the last", () => {
  fc.assert(
    fc.property(minute, minute, zone, moment, (from_minute, to_minute, time_zone, at_ms) => {
      const quiet = new Set<number>();
      for (let each = from_minute; each !== to_minute; each = (each + 1) % 1440) quiet.add(each);
      const shown = new Date(at_ms).toLocaleTimeString("de-DE", { timeZone: time_zone, hour12: false });
      const [hours, minutes] = shown.split(":").map(Number) as [number, number];
      expect(isQuietAt({ from_minute, to_minute, time_zone }, at_ms)).toBe(quiet.has(hours * 60 + minutes));
    }),
  );
});

test("hours and their complement divide every moment", () => {
  fc.assert(
    fc.property(minute, minute, zone, moment, (from_minute, to_minute, time_zone, at_ms) => {
      fc.pre(from_minute !== to_minute);
      const hours = { from_minute, to_minute, time_zone };
      const rest = { from_minute: to_minute, to_minute: from_minute, time_zone };
      expect(isQuietAt(hours, at_ms)).not.toBe(isQuietAt(rest, at_ms));
    }),
  );
});

test.each([
  // Clocks in New York go from 01:59 to 03:00 on 2026-03-08, and from 01:59 back to 01:00 on 2026-11-01.
  ["before the skipped hour", "2026-03-08T06:59:00Z", false],
  ["after the skipped hour, of which nothing is left", "2026-03-08T07:00:00Z", false],
  ["in the hour before it comes twice", "2026-11-01T04:30:00Z", false],
  ["in the doubled hour", "2026-11-01T05:30:00Z", false],
  ["in the quiet hour after it", "2026-11-01T07:30:00Z", true],
])("from 02:00 to 03:00, %s", (_when, at, isQuiet) => {
  const hours = { from_minute: 120, to_minute: 180, time_zone: "America/New_York" };
  expect(isQuietAt(hours, Date.parse(at))).toBe(isQuiet);
});

test("an hour that comes twice is quiet twice", () => {
  const hours = { from_minute: 60, to_minute: 120, time_zone: "America/New_York" };
  for (const at of ["2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"])
    expect(isQuietAt(hours, Date.parse(at))).toBe(true);
});

test("times are read and written", () => {
  fc.assert(fc.property(minute, (each) => readMinute(minuteText(each)) === each));
  expect(["24:00", "7", "12:60", "-1:00", "1:2", ""].map(readMinute)).toEqual(Array(6).fill(undefined));
  expect(readMinute(" 6:05 ")).toBe(365);
  expect(minuteOfDay("UTC", 0)).toBe(0);
});

test("time zones are those that the runtime knows", () => {
  expect(ZONES.map(isTimeZone)).not.toContain(false);
  for (const name of ["", "Europe/Atlantis", "+25:00", "x".repeat(200), "Europe/Lisbon; drop"])
    expect(isTimeZone(name), name).toBe(false);
});
