/** Days and months of the local calendar. */

/** The start of the local day that is this many days later. */
export function addDays(at_ms: number, days: number): number {
  const at = new Date(at_ms);
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days).getTime();
}

/** The start of the same day of the month this many months later, or of the last day of a shorter month. */
export function addMonths(at_ms: number, months: number): number {
  const at = new Date(at_ms);
  const last = new Date(at.getFullYear(), at.getMonth() + months + 1, 0);
  return new Date(last.getFullYear(), last.getMonth(), Math.min(at.getDate(), last.getDate())).getTime();
}

/** The day of the week, counted from the one that a week begins with (0 is Sunday). */
export function weekdayOf(at_ms: number, first_weekday: number): number {
  return (new Date(at_ms).getDay() - first_weekday + 7) % 7;
}

/** The start of the week in which the month of a day begins. */
export function firstWeekOf(at_ms: number, first_weekday: number): number {
  const first = addDays(at_ms, 1 - new Date(at_ms).getDate());
  return addDays(first, -weekdayOf(first, first_weekday));
}

export function isSameMonth(one_ms: number, other_ms: number): boolean {
  const [one, other] = [new Date(one_ms), new Date(other_ms)];
  return one.getMonth() === other.getMonth() && one.getFullYear() === other.getFullYear();
}
