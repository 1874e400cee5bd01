/** The peaks of a voice message: few and small enough to travel with it, as many as there is room for on the screen. */

/** Peaks that are sent along with a message, and the highest there is. */
export const PEAKS = 100;
const MOST = 31;
/** Below this, all is silence: noise is not blown up to speech. */
const QUIET = 0.02;

/**
 * Peaks of a recording.
 * @param levels how loud it was, 0 to 1, at even distances from its beginning to its end
 */
export function peaksOf(levels: readonly number[]): number[] {
  if (levels.length === 0) return [];
  const loudest = Math.max(QUIET, ...levels);
  return spread(levels, Math.min(PEAKS, levels.length)).map((level) =>
    Math.round((Math.min(1, Math.max(0, level)) / loudest) * MOST),
  );
}

/** @returns as many bars as wanted, each 0 to 1; without peaks, a line of equal dots */
export function barsOf(peaks: readonly number[] | undefined, count: number): number[] {
  if (!peaks || peaks.length === 0) return Array.from({ length: count }, () => 0);
  return spread(peaks, count).map((peak) => Math.min(1, Math.max(0, peak / MOST)));
}

/** The highest of what falls together where there are fewer places than values, the nearest where there are more. */
function spread(values: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, place) => {
    const from = Math.floor((place * values.length) / count);
    const to = Math.max(from + 1, Math.floor(((place + 1) * values.length) / count));
    return Math.max(...values.slice(from, to));
  });
}
