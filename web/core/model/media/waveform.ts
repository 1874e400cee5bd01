/** The waveform of a voice message: its peaks, and the bars that are drawn. */
import { MAX_PEAK } from "@heliogram/shared/limits.ts";

/** The number of peaks sent with a message, and the highest value. */
export const MAX_PEAKS = 100;
/** Levels below this are not amplified, so that silence stays silence. */
const NOISE_FLOOR = 0.02;

/**
 * Peaks of a recording.
 * @param levels how loud it was, 0 to 1, at even distances from its beginning to its end
 */
export function peaksOf(levels: readonly number[]): number[] {
  if (levels.length === 0) return [];
  const loudest = Math.max(NOISE_FLOOR, ...levels);
  return resample(levels, Math.min(MAX_PEAKS, levels.length)).map((level) =>
    Math.round((Math.min(1, Math.max(0, level)) / loudest) * MAX_PEAK),
  );
}

/** @returns `count` bars, each 0 to 1; without peaks all are 0 */
export function barsOf(peaks: readonly number[] | undefined, count: number): number[] {
  if (!peaks || peaks.length === 0) return Array.from({ length: count }, () => 0);
  return resample(peaks, count).map((peak) => Math.min(1, Math.max(0, peak / MAX_PEAK)));
}

/** Downsamples by the maximum, upsamples by the nearest value. */
function resample(values: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, place) => {
    const from = Math.floor((place * values.length) / count);
    const to = Math.max(from + 1, Math.floor(((place + 1) * values.length) / count));
    return Math.max(...values.slice(from, to));
  });
}
