/** Live locations: locations that their sender may move until a moment (behaviour.md §4). */
import type { Location, Message } from "./messages.ts";

/** The period of a location that is live until it is stopped. */
export const FOREVER_S = 0x7fffffff;
export const MIN_LIVE_S = 60;
const DAY_S = 86_400;
export const MAX_LIVE_S = DAY_S;
/** How far ahead an edit may move the end, by one step and from now. */
const MAX_STEP_S = DAY_S;
const MAX_AHEAD_S = 90 * DAY_S;
export const MAX_HEADING = 360;
/** Metres. */
export const MAX_ALERT_RADIUS_M = 100_000;

/** Whether a sent location may have this period, in seconds. */
export function isLivePeriod(period_s: number): boolean {
  return period_s === FOREVER_S || (period_s >= MIN_LIVE_S && period_s <= MAX_LIVE_S);
}

/** Whether a message is a location that may still be moved. */
export function isLive({ date, content: { location, venue } }: Message, now_s: number): boolean {
  const period_s = location?.live_period;
  if (venue || period_s === undefined) return false;
  return period_s === FOREVER_S || date + period_s > now_s;
}

/** When a live location ends, in Unix seconds. */
export function endOfLive({ date, content: { location } }: Message): number {
  const period_s = location?.live_period ?? 0;
  return period_s === FOREVER_S ? Number.MAX_SAFE_INTEGER : date + period_s;
}

/** Whether an edit may give a live location this period, which begins when the message was sent. */
export function mayLastFor({ date, content: { location } }: Message, period_s: number, now_s: number): boolean {
  if (period_s === FOREVER_S) return true;
  const before_s = location?.live_period ?? 0;
  return period_s > 0 && period_s <= before_s + MAX_STEP_S && date + period_s <= now_s + MAX_AHEAD_S;
}

/** The location as it is when it is no longer live, and in copies. */
export function stillLocation(location: Location): Location {
  const { live_period: _period, heading: _heading, proximity_alert_radius: _radius, ...still } = location;
  return still;
}
