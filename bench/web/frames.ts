/** What the frames of a list that is scrolled come to: jumps, lost scrolling, and how long they took. */
import { quantile } from "../statistics.ts";

/** As `probes.js` sees it. */
export interface Frame {
  /** When it began. */
  readonly at_ms: number;
  /** When it had been painted. */
  readonly seen_ms: number;
  /** What the wheel has asked for since the page began, downwards. */
  readonly wheel_px: number;
  readonly scroll_px: number;
  /** How much further it could be scrolled down. */
  readonly rest_px: number;
  readonly rows: number;
  /** The messages in sight: where on the screen each begins. */
  readonly tops: Readonly<Record<string, number>>;
}

export interface Jump {
  readonly at_ms: number;
  /** How far, in pixels. */
  readonly px: number;
  /**
   * `apart`: messages in sight moved by different amounts. `against`: they moved further than the wheel asked, or the
   * other way. `astray`: when the wheel had come to rest, they had not come to where it led.
   */
  readonly how: "apart" | "against" | "astray";
}

/** Half pixels are rounded one way or the other. */
const STILL_PX = 2;

/** The wheel is told to the page, and to what moves the picture, at different times: within so many frames. */
const LAG = 2;

/** Everything in sight that moved by other than was scrolled. */
export function jumpsIn(frames: readonly Frame[]): Jump[] {
  const jumps: Jump[] = [];
  // What the wheel asked for and did not get yet; unknown after a frame that showed nothing of the one before.
  let owed_px: number | undefined = 0;
  for (let i = 1; i < frames.length; i++) {
    const [before, now] = [frames[i - 1]!, frames[i]!];
    const found = (px: number, how: Jump["how"]) => px > STILL_PX && jumps.push({ at_ms: now.at_ms, px, how });
    const moves = movesBetween(before, now);
    const [least, most] = [Math.min(...moves), Math.max(...moves)];
    if (moves.length > 0) {
      const turned = turnedBetween(frames, i - 1 - LAG, i + LAG);
      found(most - least, "apart");
      found(Math.max(most - Math.max(0, turned), Math.min(0, turned) - least), "against");
    }
    if (moves.length === 0 || atEdge(now)) owed_px = undefined;
    else if (owed_px !== undefined) owed_px += turnedBetween(frames, i - 1, i) - most;
    if (turnedBetween(frames, i - 2 * LAG, i + LAG) !== 0) continue;
    found(Math.abs(owed_px ?? 0), "astray");
    owed_px = 0;
  }
  return jumps;
}

/** How far the wheel moves the messages: what is scrolled upwards comes down. */
function turnedBetween(frames: readonly Frame[], from: number, to: number): number {
  return frames[Math.max(0, from)]!.wheel_px - frames[Math.min(frames.length - 1, to)]!.wheel_px;
}

function movesBetween(before: Frame, now: Frame): number[] {
  const shared = Object.keys(now.tops).filter((key) => key in before.tops);
  return shared.map((key) => now.tops[key]! - before.tops[key]!);
}

/** At either end the wheel turns without effect. */
function atEdge({ scroll_px, rest_px }: Frame): boolean {
  return scroll_px <= 0 || rest_px <= 0;
}

export function frameTimes(frames: readonly Frame[]): { readonly p95_ms: number; readonly worst_ms: number } {
  const times = frames.slice(1).map(({ at_ms }, i) => at_ms - frames[i]!.at_ms);
  return { p95_ms: quantile(times, 0.95), worst_ms: Math.max(...times) };
}
