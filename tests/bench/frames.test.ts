/** Jump detection: every kind of jump is detected, and scrolling alone is not a jump. */
import { describe, expect, test } from "vitest";
import { jumpsIn, type DrawnFrame } from "../../bench/web/frames.ts";

/** The difference between two frames: the wheel delta, and the movement of each message. */
interface Step {
  readonly wheel?: number;
  readonly moves?: readonly [number, number, number];
  readonly scroll_px?: number;
}

const STILL: Step = {};
const REST: readonly Step[] = [STILL, STILL, STILL, STILL, STILL];

function frames(steps: readonly Step[]): DrawnFrame[] {
  let frame: DrawnFrame = {
    at_ms: 0,
    seen_ms: 0,
    wheel_px: 0,
    scroll_px: 5000,
    rest_px: 5000,
    rows: 30,
    tops: { a: 100, b: 200, c: 300 },
  };
  const all = [frame];
  for (const { wheel = 0, moves = [0, 0, 0], scroll_px } of steps) {
    const { a, b, c } = frame.tops as { a: number; b: number; c: number };
    frame = {
      ...frame,
      at_ms: frame.at_ms + 16,
      seen_ms: frame.seen_ms + 16,
      wheel_px: frame.wheel_px + wheel,
      scroll_px: scroll_px ?? frame.scroll_px,
      tops: { a: a + moves[0], b: b + moves[1], c: c + moves[2] },
    };
    all.push(frame);
  }
  return all;
}

const found = (steps: readonly Step[]) =>
  jumpsIn(frames([...REST, ...steps, ...REST])).map(({ kind: how, px }) => [how, px]);

describe("jumps", () => {
  test("scrolling is not a jump, whether the wheel event arrives before or after the movement", () => {
    expect(found([{ wheel: -120, moves: [120, 120, 120] }])).toEqual([]);
    expect(found([{ wheel: -120 }, { moves: [120, 120, 120] }])).toEqual([]);
    expect(found([{ moves: [-120, -120, -120] }, { wheel: 120 }])).toEqual([]);
  });

  test("at an end of the list, the wheel has no effect", () => {
    expect(found([{ wheel: -120, moves: [50, 50, 50], scroll_px: 0 }, { wheel: -120 }, STILL])).toEqual([]);
  });

  test.each<[string, readonly Step[], readonly (readonly [string, number])[]]>([
    ["a message that grows and moves the next ones", [{ moves: [0, 0, 26] }], [["uneven", 26]]],
    ["everything at once, with the wheel at rest", [{ moves: [30, 30, 30] }], [["unrequested", 30]]],
    [
      "a flicker",
      [{ moves: [30, 30, 30] }, { moves: [-30, -30, -30] }],
      [
        ["unrequested", 30],
        ["unrequested", 30],
      ],
    ],
    ["at the end of the list", [{ moves: [-30, -30, -30], scroll_px: 0 }], [["unrequested", 30]]],
    ["against the wheel", [{ wheel: -100, moves: [100, 100, 100] }, { moves: [-26, -26, -26] }], [["unrequested", 26]]],
    ["further than the wheel, in its direction", [{ wheel: -100, moves: [140, 140, 140] }], [["unrequested", 40]]],
    [
      "less than the wheel, with nothing to stop it",
      [
        { wheel: -100, moves: [100, 100, 100] },
        { wheel: -100, moves: [60, 60, 60] },
      ],
      [["off_target", 40]],
    ],
  ])("%s", (_what, steps, expected) => {
    const jumps = found(steps);
    for (const jump of expected) expect(jumps).toContainEqual(jump);
  });
});
