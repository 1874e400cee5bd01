/** Zooming: the point under the pointer stays in place, and the picture stays in the window. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clampPan, swipeAction, NO_ZOOM, zoomAt, type Zoom } from "./zoom.ts";

const offset = fc.integer({ min: -500, max: 500 });

describe("zooming", () => {
  test("what is under the pointer stays under it", () => {
    fc.assert(
      fc.property(offset, offset, fc.double({ min: 1.05, max: 3, noNaN: true }), (x, y, factor) => {
        const before: Zoom = { scale: 1.5, x: 20, y: -30 };
        const after = zoomAt(before, factor, { x, y });
        const seen = (zoom: Zoom) => [(x - zoom.x) / zoom.scale, (y - zoom.y) / zoom.scale];
        expect(seen(after)[0]).toBeCloseTo(seen(before)[0]!);
        expect(seen(after)[1]).toBeCloseTo(seen(before)[1]!);
      }),
    );
  });

  test("smaller than whole is whole, and there is an end to larger", () => {
    expect(zoomAt({ scale: 2, x: 90, y: 9 }, 0.1)).toEqual(NO_ZOOM);
    expect(zoomAt(NO_ZOOM, 1000).scale).toBe(8);
  });

  test("a picture that fills the window shows no edge, one that does not stays in the middle", () => {
    const window = { width: 1000, height: 800 };
    expect(clampPan({ scale: 2, x: 5000, y: -5000 }, { width: 900, height: 300 }, window)).toEqual({
      scale: 2,
      x: 400,
      y: 0,
    });
  });

  test("a drag to the side turns over, one down puts away, a short one does nothing", () => {
    expect([swipeAction({ x: -80, y: 10 }), swipeAction({ x: 80, y: 10 })]).toEqual(["next", "previous"]);
    expect(swipeAction({ x: 20, y: 150 })).toBe("close");
    expect([swipeAction({ x: 20, y: 10 }), swipeAction({ x: 0, y: -200 })]).toEqual([undefined, undefined]);
  });
});
