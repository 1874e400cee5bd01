/** The `Date` header of answers, made once a second. */
import type { Clock } from "../ports/clock.ts";

/** @returns a function that gives the moment as HTTP writes it */
export function httpDates(clock: Clock): () => string {
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
