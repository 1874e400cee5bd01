/** Waveform peaks: within the server's limits, in proportion to the level, and flat for silence. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { barsOf, MAX_PEAKS, peaksOf } from "./waveform.ts";

const levels = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 3000 });

describe("peaks", () => {
  test("at most a hundred whole numbers from 0 to 31, and the loudest is the highest", () => {
    fc.assert(
      fc.property(levels, (all) => {
        const peaks = peaksOf(all);
        expect(peaks.length).toBe(Math.min(MAX_PEAKS, all.length));
        expect(peaks.every((peak) => Number.isInteger(peak) && peak >= 0 && peak <= 31)).toBe(true);
        expect(Math.max(...all) < 0.02 || Math.max(...peaks) === 31).toBe(true);
      }),
    );
  });

  test("they rise where it was loud", () => {
    const peaks = peaksOf(Array.from({ length: 1000 }, (_, i) => (i >= 500 && i < 600 ? 0.8 : 0.1)));
    expect(peaks.findIndex((peak) => peak === 31)).toBe(50);
    expect(peaks.filter((peak) => peak === 31)).toHaveLength(10);
  });

  test("a moment's noise between two samples is not lost", () => {
    const all = Array.from({ length: 999 }, () => 0.01);
    expect(Math.max(...peaksOf([...all.slice(0, 333), 1, ...all.slice(333)]))).toBe(31);
  });

  test("silence stays flat", () => {
    expect(Math.max(...peaksOf(Array.from({ length: 200 }, () => 0.0001)))).toBe(0);
    expect(peaksOf([])).toEqual([]);
  });

  test("a screen has as many bars as it asks for, more or fewer than there are peaks", () => {
    expect(barsOf([0, 31], 4)).toEqual([0, 0, 1, 1]);
    expect(barsOf([0, 31, 0, 0], 2)).toEqual([1, 0]);
    expect(barsOf(undefined, 3)).toEqual([0, 0, 0]);
  });
});
