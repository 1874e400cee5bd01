/** Times in a text, which clients show in the time zone and the form of their reader (behaviour.md §4). */
import { EntityParseError, type EntityMeaning } from "./entity.ts";

/** The last second of a 32-bit time. */
const MAX_UNIX_TIME = 2 ** 31 - 1;

/**
 * The entity of a time; `undefined` if there is no such time, which leaves the text plain. The format is given back in
 * one order: weekday, date, time of day.
 * @throws EntityParseError for a format that does not exist
 */
export function dateTime(unix_time: number, format = ""): EntityMeaning | undefined {
  const isRelative = /^[rR]$/.test(format);
  if (!isRelative && !/^[tTdDwW]*$/.test(format)) throw new EntityParseError("Invalid date format used");
  if (!(unix_time > 0 && unix_time <= MAX_UNIX_TIME)) return undefined;
  return { type: "date_time", unix_time, date_time_format: isRelative ? "r" : inOrder(format) };
}

/** The short form prevails over the long one. */
function inOrder(format: string): string {
  const weekday = /w/i.test(format) ? "w" : "";
  return weekday + (/d/.exec(format) ?? /D/.exec(format) ?? "") + (/t/.exec(format) ?? /T/.exec(format) ?? "");
}
