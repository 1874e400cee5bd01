/** Notices that a line has died without a word, when somebody looks again after a while. */
import type { Ports } from "../ports/ports.ts";

/** After this long without a look, what is shown is asked for again. */
const AWAY_MS = 60_000;

/** @returns a function that ends it */
export function keepFresh(
  { surroundings, clock }: Pick<Ports, "surroundings" | "clock">,
  refresh: () => void,
): () => void {
  let seen_ms = clock.now_ms();
  return surroundings.watch(() => {
    const away_ms = clock.now_ms() - seen_ms;
    seen_ms = clock.now_ms();
    if (surroundings.isVisible() && away_ms > AWAY_MS) refresh();
  });
}
