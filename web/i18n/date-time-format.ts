/** Shows a time that a message names (`date_time`), as its reader writes times and in their time zone. */
import type { DateStyle } from "./date-style.ts";

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const UNITS = [
  ["year", 365 * DAY_S],
  ["month", 30 * DAY_S],
  ["day", DAY_S],
  ["hour", HOUR_S],
  ["minute", MINUTE_S],
  ["second", 1],
] as const;

/**
 * The time in the form that `format` names: `r` for "in 3 hours", or some of `w` (weekday), `d` or `D` (short or long
 * date), and `t` or `T` (time of day, without or with seconds). Empty, it names no form.
 */
export function formatDateTime(
  { locale, hourCycle }: DateStyle,
  unix_time: number,
  format: string,
  now_ms: number,
): string | undefined {
  if (format === "") return undefined;
  if (format === "r") return relative(locale, unix_time - Math.floor(now_ms / 1000));
  return new Intl.DateTimeFormat(locale, { ...optionsOf(format), hourCycle }).format(unix_time * 1000);
}

function optionsOf(format: string): Intl.DateTimeFormatOptions {
  return {
    ...(format.includes("w") ? { weekday: "long" } : {}),
    ...(format.includes("d") ? { day: "2-digit", month: "2-digit", year: "2-digit" } : {}),
    ...(format.includes("D") ? { day: "numeric", month: "long", year: "numeric" } : {}),
    ...(/t/i.test(format) ? { hour: "numeric", minute: "2-digit" } : {}),
    ...(format.includes("T") ? { second: "2-digit" } : {}),
  };
}

function relative(locale: DateStyle["locale"], from_now_s: number): string {
  const [unit, seconds] = UNITS.find(([, length_s]) => Math.abs(from_now_s) >= length_s) ?? UNITS.at(-1)!;
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.trunc(from_now_s / seconds), unit);
}
