/** HTTP dates: the `Date` header of responses, formatted once a second, and dates received from others. */
import type { Clock } from "../ports/clock.ts";

/** @returns a function that formats the current time */
export function httpDates(clock: Pick<Clock, "now">): () => string {
  let text = "";
  let made_s = 0;
  return () => {
    const now_s = Math.floor(clock.now() / 1000);
    if (now_s !== made_s) {
      made_s = now_s;
      text = new Date(now_s * 1000).toUTCString();
    }
    return text;
  };
}

/** RFC 9110, 5.6.7: the only format that senders may use. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** The Unix time of a date in an HTTP header, in milliseconds; `undefined` for anything else. */
export function readHttpDate(text: string): number | undefined {
  const date_ms = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date_ms) ? undefined : date_ms;
}
