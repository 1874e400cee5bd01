/** How long a sign-in proves who the person is, where nothing else does (behaviour.md §2). */

/** In seconds. */
const RECENT_S = 900;

/** @param at - when they have proven it, in Unix seconds */
export function isRecent(at: number, now_s: number): boolean {
  return now_s < at + RECENT_S;
}
