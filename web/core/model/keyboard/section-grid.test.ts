/** The layout of a grid of sections, and its arrow keys. */
import { expect, test } from "vitest";
import { HEADING_REM, indexAfterKey, layOutSections, ROW_REM } from "./section-grid.ts";

// Rows: 0–7 | 8 9 || 10–17 | 18
const parts = layOutSections([10, 9]);

test.each([
  ["ArrowRight", 7, 8],
  ["ArrowLeft", 0, 0],
  ["ArrowRight", 18, 18],
  ["ArrowDown", 3, 9],
  ["ArrowDown", 9, 11],
  ["ArrowUp", 15, 9],
  ["ArrowUp", 1, 1],
  ["PageDown", 2, 18],
  ["PageUp", 12, 2],
  ["Home", 12, 10],
  ["End", 8, 9],
  ["Enter", 4, undefined],
])("%s leads from %i to %j", (key, from, to) => {
  expect(indexAfterKey(key, from, { parts, isRtl: false })).toBe(to);
});

test("where one reads from the right, the left arrow goes on", () => {
  expect(indexAfterKey("ArrowLeft", 3, { parts, isRtl: true })).toBe(4);
  expect(indexAfterKey("ArrowRight", 3, { parts, isRtl: true })).toBe(2);
});

test("where there is nothing, no key leads anywhere", () => {
  expect(indexAfterKey("ArrowDown", 0, { parts: [], isRtl: false })).toBeUndefined();
});

test("a section begins below all rows of the ones before it", () => {
  expect(parts).toMatchObject([
    { first: 0, row: 0, top_rem: 0, rows: 2 },
    { first: 10, row: 2, top_rem: HEADING_REM + 2 * ROW_REM, rows: 2 },
  ]);
});
