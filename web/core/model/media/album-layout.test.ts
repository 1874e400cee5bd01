/** Album layouts: cells fill the rectangle, do not overlap, and are large enough. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ALBUM_WIDTH, albumLayout, type Cell } from "./album-layout.ts";
import type { Size } from "./picture-size.ts";

const WIDE: Size = { width: 1600, height: 900 };
const TALL: Size = { width: 900, height: 1600 };
const SQUARE: Size = { width: 800, height: 800 };

const side = fc.integer({ min: 0, max: 4000 });
const shapes = fc.array(fc.record({ width: side, height: side }), { minLength: 1, maxLength: 10 });

function overlap(a: Cell, b: Cell): boolean {
  const clear = 1e-6;
  return (
    a.x < b.x + b.width - clear &&
    b.x < a.x + a.width - clear &&
    a.y < b.y + b.height - clear &&
    b.y < a.y + a.height - clear
  );
}

describe("albums", () => {
  test("every picture has a cell inside the album, and none lies over another", () => {
    fc.assert(
      fc.property(shapes, (all) => {
        const { cells } = albumLayout(all);
        expect(cells).toHaveLength(all.length);
        for (const cell of cells) {
          expect(cell.x).toBeGreaterThanOrEqual(0);
          expect(cell.y).toBeGreaterThanOrEqual(0);
          expect(cell.x + cell.width).toBeLessThanOrEqual(1 + 1e-9);
          expect(cell.y + cell.height).toBeLessThanOrEqual(1 + 1e-9);
        }
        for (const [i, cell] of cells.entries()) {
          for (const other of cells.slice(i + 1)) expect(overlap(cell, other)).toBe(false);
        }
      }),
    );
  });

  test("nothing but the gaps is left empty", () => {
    fc.assert(
      fc.property(shapes, (all) => {
        const { cells } = albumLayout(all);
        const covered = cells.reduce((sum, { width, height }) => sum + width * height, 0);
        expect(covered).toBeGreaterThan(0.96);
      }),
    );
  });

  test("no picture is too small to be hit, and no album is a tower", () => {
    fc.assert(
      fc.property(shapes, (all) => {
        const { ratio, cells } = albumLayout(all);
        const height = ALBUM_WIDTH / ratio;
        expect(height).toBeLessThanOrEqual(660);
        for (const cell of cells) {
          expect(cell.width * ALBUM_WIDTH).toBeGreaterThanOrEqual(44);
          expect(cell.height * height).toBeGreaterThanOrEqual(44);
        }
      }),
    );
  });

  test("two wide ones lie above one another, two upright ones side by side", () => {
    const wide = albumLayout([WIDE, WIDE]).cells;
    expect([wide[1]!.x, wide[0]!.width]).toEqual([0, 1]);
    const tall = albumLayout([TALL, TALL]).cells;
    expect(tall[1]!.y).toBe(0);
    expect(tall[1]!.x).toBeGreaterThan(0.45);
  });

  test("an upright first picture has the others in a column beside it", () => {
    const [first, second, third] = albumLayout([TALL, SQUARE, SQUARE]).cells;
    expect(first!.height).toBeCloseTo(1);
    expect(second!.x).toBeCloseTo(third!.x);
    expect(second!.x).toBeGreaterThan(first!.width - 1e-6);
    expect(third!.y).toBeGreaterThan(second!.y);
  });

  test("a wide first picture spans the others", () => {
    const [first, second, third] = albumLayout([WIDE, SQUARE, SQUARE]).cells;
    expect(first!.width).toBe(1);
    expect(second!.y).toBe(third!.y);
  });

  test("ten squares need more than two rows", () => {
    const rows = new Set(albumLayout(Array.from({ length: 10 }, () => SQUARE)).cells.map(({ y }) => y.toFixed(3)));
    expect(rows.size).toBeGreaterThanOrEqual(3);
  });
});
