/** Evaluates the frames of a scrolled list: layout jumps and frame times. */
import { quantile } from "../statistics.ts";

/** One frame, as recorded by `probes.js`. */
export interface DrawnFrame {
  /** When the frame began. */
  readonly at_ms: number;
  /** When the frame had been painted. */
  readonly seen_ms: number;
  /** Sum of the wheel deltas since the page was loaded; positive is down. */
  readonly wheel_px: number;
  readonly scroll_px: number;
  /** Distance to the end of the list. */
  readonly rest_px: number;
  readonly rows: number;
  /** The top edge of each visible message, in viewport coordinates. */
  readonly tops: Readonly<Record<string, number>>;
}

export interface Jump {
  readonly at_ms: number;
  /** Distance in pixels. */
  readonly px: number;
  /**
   * `uneven`: visible messages moved by different amounts. `unrequested`: they moved further than the wheel delta, or in the
   * opposite direction. `off_target`: after the wheel had stopped, they were not where its deltas lead.
   */
  readonly kind: "uneven" | "unrequested" | "off_target";
}

/** Tolerance for the rounding of half pixels. */
const TOLERANCE_PX = 2;

/** Frames within which a wheel event reaches both the page and the compositor. */
const LAG = 2;

/** Finds the movements of visible messages that scrolling does not explain. */
export function jumpsIn(frames: readonly DrawnFrame[]): Jump[] {
  const jumps: Jump[] = [];
  // Wheel delta that has not moved the list yet; unknown if a frame has no message in common with the one before.
  let pending_px: number | undefined = 0;
  for (let i = 1; i < frames.length; i++) {
    const [before, now] = [frames[i - 1]!, frames[i]!];
    const record = (px: number, how: Jump["kind"]) =>
      px > TOLERANCE_PX && jumps.push({ at_ms: now.at_ms, px, kind: how });
    const movements = movementsBetween(before, now);
    const [least, most] = [Math.min(...movements), Math.max(...movements)];
    if (movements.length > 0) {
      const requested = requestedBetween(frames, i - 1 - LAG, i + LAG);
      record(most - least, "uneven");
      record(Math.max(most - Math.max(0, requested), Math.min(0, requested) - least), "unrequested");
    }
    if (movements.length === 0 || atEdge(now)) pending_px = undefined;
    else if (pending_px !== undefined) pending_px += requestedBetween(frames, i - 1, i) - most;
    if (requestedBetween(frames, i - 2 * LAG, i + LAG) !== 0) continue;
    record(Math.abs(pending_px ?? 0), "off_target");
    pending_px = 0;
  }
  return jumps;
}

/** The movement of messages that the wheel deltas request: scrolling up movements messages down. */
function requestedBetween(frames: readonly DrawnFrame[], from: number, to: number): number {
  return frames[Math.max(0, from)]!.wheel_px - frames[Math.min(frames.length - 1, to)]!.wheel_px;
}

function movementsBetween(before: DrawnFrame, now: DrawnFrame): number[] {
  const shared = Object.keys(now.tops).filter((key) => key in before.tops);
  return shared.map((key) => now.tops[key]! - before.tops[key]!);
}

/** At either end of the list the wheel has no effect. */
function atEdge({ scroll_px, rest_px }: DrawnFrame): boolean {
  return scroll_px <= 0 || rest_px <= 0;
}

export function frameTimes(frames: readonly DrawnFrame[]): { readonly p95_ms: number; readonly worst_ms: number } {
  const times = frames.slice(1).map(({ at_ms }, i) => at_ms - frames[i]!.at_ms);
  return { p95_ms: quantile(times, 0.95), worst_ms: Math.max(...times) };
}
