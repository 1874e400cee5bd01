/** Quiet hours: the time of the day, where the person is, in which no push rings (behaviour.md §6). */

export interface QuietHours {
  /** Minutes after midnight at which they begin, 0 to 1439. */
  readonly from_minute: number;
  /** Minutes after midnight at which they end. Before `from_minute`, that is on the next day. */
  readonly to_minute: number;
  /** An IANA time zone, such as Europe/Lisbon. */
  readonly time_zone: string;
}

const MINUTES_PER_HOUR = 60;

/** By time zone. There are a few hundred, and `isTimeZone` refuses all other names. */
const clocks = new Map<string, Intl.DateTimeFormat>();

/** Whether the runtime knows a time zone of this name. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false;
  try {
    return clockOf(name) !== undefined;
  } catch {
    return false;
  }
}

function clockOf(time_zone: string): Intl.DateTimeFormat {
  const known = clocks.get(time_zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", { timeZone: time_zone, hour: "2-digit", minute: "2-digit" });
  clocks.set(time_zone, made);
  return made;
}

/** The minute of the day that a clock on the wall shows there. */
export function minuteOfDay(time_zone: string, at_ms: number): number {
  const [hours, minutes] = clockOf(time_zone).format(at_ms).split(":");
  return (Number(hours) % 24) * MINUTES_PER_HOUR + Number(minutes);
}

/**
 * Whether the clock on the wall shows a time in the quiet hours: from their first minute on, and before the minute at
 * which they end. A time that the clock shows twice or never, when it is put back or forward, is decided as it is shown.
 */
export function isQuietAt({ from_minute, to_minute, time_zone }: QuietHours, at_ms: number): boolean {
  const minute = minuteOfDay(time_zone, at_ms);
  if (from_minute <= to_minute) return minute >= from_minute && minute < to_minute;
  return minute >= from_minute || minute < to_minute;
}

/** Reads a time such as 22:00. @returns minutes after midnight; `undefined` for what is none */
export function readMinute(text: string): number | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? [];
  return hours === undefined ? undefined : Number(hours) * MINUTES_PER_HOUR + Number(minutes);
}

/** The same time as text, such as 06:30. */
export function minuteText(minute: number): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(minute / MINUTES_PER_HOUR))}:${two(minute % MINUTES_PER_HOUR)}`;
}
