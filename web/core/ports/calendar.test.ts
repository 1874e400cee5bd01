/** Days and months of the local calendar. */
import { expect, test } from "vitest";
import { addDays, addMonths, firstWeekOf, isSameMonth, weekdayOf } from "./calendar.ts";
import { startOfDay } from "./clock.ts";

type Day = readonly [year: number, month: number, date: number];
const day = (...[year, month, date]: Day) => new Date(year, month - 1, date).getTime();

test.each<[number, Day, Day]>([
  [1, [2026, 1, 31], [2026, 2, 28]],
  [1, [2028, 1, 31], [2028, 2, 29]],
  [-1, [2026, 3, 31], [2026, 2, 28]],
  [12, [2026, 5, 3], [2027, 5, 3]],
  [-1, [2026, 1, 15], [2025, 12, 15]],
])("%i months after %j is %j", (months, from, to) => {
  expect(addMonths(day(...from), months)).toBe(day(...to));
});

test("every day of a year follows the one before, also where clocks change", () => {
  let at = day(2026, 1, 1);
  for (let date = 2; date <= 366; date++) {
    at = addDays(at, 1);
    expect(at).toBe(day(2026, 1, date));
    expect(startOfDay(at)).toBe(at);
  }
});

test("the first week of a month contains its first day, whatever a week begins with", () => {
  for (const first_weekday of [0, 1, 6]) {
    for (let month = 1; month <= 12; month++) {
      const week = firstWeekOf(day(2026, month, 17), first_weekday);
      expect(weekdayOf(week, first_weekday)).toBe(0);
      const days = [0, 1, 2, 3, 4, 5, 6].map((later) => addDays(week, later));
      expect(days).toContain(day(2026, month, 1));
      expect(days.filter((each) => isSameMonth(each, day(2026, month, 1))).length).toBeGreaterThan(0);
    }
  }
});
