/** Figures of the store for metrics, which are not read anew for every metric and every scrape. */
import type { Clock } from "../ports/clock.ts";

/** Milliseconds for which what the store was asked for is kept: several readers of metrics ask it once. */
export const STORE_KEPT_MS = 10_000;

/** @returns a function that reads, or returns what was read less than `kept_ms` ago */
export function recent<T>(
  { clock }: { readonly clock: Clock },
  kept_ms: number,
  read: () => Promise<T>,
): () => Promise<T> {
  let last: { readonly at_ms: number; readonly value: Promise<T> } | undefined;
  return () => {
    const at_ms = clock.elapsed();
    if (last && at_ms - last.at_ms < kept_ms) return last.value;
    const value = read();
    const kept = (last = { at_ms, value });
    value.catch(() => {
      if (last === kept) last = undefined;
    });
    return value;
  };
}

/** The age of the oldest piece of a queue in seconds; 0 if there is none. @param oldest_at - Unix seconds */
export function age_s(oldest_at: number | null, clock: Clock): number {
  return oldest_at === null ? 0 : Math.max(0, Math.floor(clock.now() / 1000) - oldest_at);
}
