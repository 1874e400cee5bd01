/** Distances on the earth. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { distance_m } from "./distance.ts";

const HALF_WAY_ROUND_M = Math.PI * 6_371_009;
const point = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

describe("distances", () => {
  test("are those of maps, to a thousandth", () => {
    const [berlin, paris] = [
      { latitude: 52.52, longitude: 13.405 },
      { latitude: 48.8566, longitude: 2.3522 },
    ];
    expect(Math.abs(distance_m(berlin, paris) / 877_460 - 1)).toBeLessThan(0.001);
    expect(distance_m({ latitude: 0, longitude: 179.9995 }, { latitude: 0, longitude: -179.9995 })).toBeLessThan(112);
    expect(distance_m({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 77 })).toBeCloseTo(HALF_WAY_ROUND_M);
  });

  test("are the same in both directions, 0 at the same point, and no longer than by way of a third point", () => {
    fc.assert(
      fc.property(point, point, point, (a, b, c) => {
        expect(distance_m(a, a)).toBe(0);
        expect(distance_m(a, b)).toBeCloseTo(distance_m(b, a), 3);
        expect(distance_m(a, b)).toBeLessThanOrEqual(HALF_WAY_ROUND_M + 1);
        expect(distance_m(a, c)).toBeLessThanOrEqual(distance_m(a, b) + distance_m(b, c) + 1);
      }),
    );
  });
});
