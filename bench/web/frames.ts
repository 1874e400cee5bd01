/** What the frames of a list that is scrolled come to: jumps, lost scrolling, and how long they took. */
import { quantile } from "../statistics.ts";

/** As `probes.js` sees it. */
export interface Frame {
  readonly at_ms: number;
  /** What the wheel has asked for since the page began, downwards. */
  readonly wheel_px: number;
  readonly scroll_px: number;
  readonly rows: number;
  /** The messages in sight: where on the screen each begins. */
  readonly tops: Readonly<Record<string, number>>;
}

export interface Jump {
  readonly at_ms: number;
  /** How far, in pixels. */
  readonly px: number;
  /** `apart`: messages in sight moved by different amounts; `against`: they moved where nobody scrolled. */
  readonly how: "apart" | "against" | "gone";
}

/** Half pixels are rounded one way or the other. */
const STILL_PX = 2;

/** The wheel is told to the page and to what moves the picture at different times: within so many frames. */
const LAG = 2;

/** Everything in sight moved by other than was scrolled, or by different amounts. */
export function jumpsIn(frames: readonly Frame[]): Jump[] {
  const jumps: Jump[] = [];
  for (let i = 1; i < frames.length; i++) {
    const [before, now] = [frames[i - 1]!, frames[i]!];
    const at_ms = now.at_ms;
    const moves = Object.keys(now.tops)
      .filter((key) => key in before.tops)
      .map((key) => now.tops[key]! - before.tops[key]!);
    // Upwards is against the wheel: what is scrolled up comes down.
    const asked = frames[Math.max(0, i - 1 - LAG)]!.wheel_px - frames[Math.min(frames.length - 1, i + LAG)]!.wheel_px;
    if (moves.length === 0) {
      if (Math.abs(asked) < 400) jumps.push({ at_ms, px: Number.NaN, how: "gone" });
      continue;
    }
    const [least, most] = [Math.min(...moves), Math.max(...moves)];
    if (most - least > STILL_PX) jumps.push({ at_ms, px: most - least, how: "apart" });
    const beyond = Math.max(most - Math.max(0, asked), Math.min(0, asked) - least);
    if (beyond > STILL_PX) jumps.push({ at_ms, px: beyond, how: "against" });
  }
  return jumps;
}

/** How much less everything moved than the wheel asked for. */
export function lostIn(frames: readonly Frame[]): number {
  let moved = 0;
  for (let i = 1; i < frames.length; i++) {
    const [before, now] = [frames[i - 1]!, frames[i]!];
    const key = Object.keys(now.tops).find((each) => each in before.tops);
    if (key !== undefined) moved += before.tops[key]! - now.tops[key]!;
  }
  const asked = (frames.at(-1)?.wheel_px ?? 0) - (frames[0]?.wheel_px ?? 0);
  return Math.abs(asked - moved);
}

export function frameTimes(frames: readonly Frame[]): { readonly p95_ms: number; readonly worst_ms: number } {
  const times = frames.slice(1).map(({ at_ms }, i) => at_ms - frames[i]!.at_ms);
  return { p95_ms: quantile(times, 0.95), worst_ms: Math.max(...times) };
}
