/** Whether a live location is still live. */
import type { Location, Message } from "@heliogram/shared/wire.ts";

/** The period of a location that is live until it is stopped. */
const FOREVER_S = 0x7fffffff;

export interface LiveState {
  readonly live: boolean;
  /** When it ends or has ended, as a Unix time; `undefined` if it is live until it is stopped. */
  readonly until_s: number | undefined;
}

export function liveState({ date }: Pick<Message, "date">, { live_period = 0 }: Location, now_ms: number): LiveState {
  if (live_period === FOREVER_S) return { live: true, until_s: undefined };
  const until_s = date + live_period;
  return { live: until_s * 1000 > now_ms, until_s };
}
