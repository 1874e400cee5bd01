/**
 * Refreshes the state when the person returns to the page after a while, because the connection may have died
 * unnoticed.
 */
import type { Ports } from "../ports/ports.ts";

/** The state is refreshed if the page was inactive for longer than this. */
const AWAY_MS = 60_000;

/** @returns a function that stops it */
export function refreshOnReturn(
  { browserStatus, clock }: Pick<Ports, "browserStatus" | "clock">,
  refresh: () => void,
): () => void {
  let seen_ms = clock.now_ms();
  return browserStatus.watch(() => {
    const away_ms = clock.now_ms() - seen_ms;
    seen_ms = clock.now_ms();
    if (browserStatus.isPageActive() && away_ms > AWAY_MS) refresh();
  });
}
