/** The layout of an album's pictures in a rectangle: in rows, or one beside a column, with little cropping. */
import type { Size } from "./picture-size.ts";

/** The position and size of a picture, as fractions (0 to 1) of the album's width and height. */
export interface Cell {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface AlbumLayout {
  /** Width divided by height. */
  readonly ratio: number;
  /** One for each picture, in order. */
  readonly cells: readonly Cell[];
}

/** The largest width of an album in pixels; the sizes below are in the same unit. */
export const ALBUM_WIDTH = 400;
const PHOTO_GAP = 2;
/** The preferred and the largest height. */
const WANTED_HEIGHT = 400;
const MOST_HEIGHT = 540;
/** The smallest and the largest height of a row. */
const LEAST_ROW = 84;
const MOST_ROW = 320;
/** The narrowest and the widest aspect ratio without cropping. */
const MIN_ASPECT_RATIO = 0.62;
const MAX_ASPECT_RATIO = 1.9;
/** The smallest fraction of a row or column for one picture, before normalization. */
const LEAST_SHARE = 0.2;
const MOST_IN_ROW = 4;
const MOST_ROWS = 4;

interface Tile {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Lays out up to ten pictures. */
export function albumLayout(shapes: readonly Size[]): AlbumLayout {
  const ratios = shapes.map(({ width, height }) =>
    width > 0 && height > 0 ? Math.min(MAX_ASPECT_RATIO, Math.max(MIN_ASPECT_RATIO, width / height)) : 1,
  );
  const plans = [...rowPlans(ratios), ...columnPlans(ratios)];
  const best = plans.reduce((a, b) => (costOf(b, ratios) < costOf(a, ratios) ? b : a));
  const height = heightOf(best);
  return {
    ratio: ALBUM_WIDTH / height,
    cells: best.map((tile) => ({
      x: tile.x / ALBUM_WIDTH,
      y: tile.y / height,
      width: tile.width / ALBUM_WIDTH,
      height: tile.height / height,
    })),
  };
}

/** All ways to break the pictures into rows of at most four. */
function rowPlans(ratios: readonly number[]): Tile[][] {
  return compositionsOf(ratios.length, MOST_ROWS).map((counts) => {
    const tiles: Tile[] = [];
    let y = 0;
    for (const count of counts) {
      const row = ratios.slice(tiles.length, tiles.length + count);
      const height = rowHeight(row);
      tiles.push(...rowOf(row, y, height));
      y += height + PHOTO_GAP;
    }
    return tiles;
  });
}

/** All compositions of `total` into at most `most` parts from 1 to 4. */
function compositionsOf(total: number, most: number): number[][] {
  if (total === 0) return [[]];
  if (most === 0) return [];
  const found: number[][] = [];
  for (let first = 1; first <= Math.min(MOST_IN_ROW, total); first++) {
    for (const rest of compositionsOf(total - first, most - 1)) found.push([first, ...rest]);
  }
  return found;
}

function rowHeight(row: readonly number[]): number {
  const sum = row.reduce((all, ratio) => all + ratio, 0);
  const height = (ALBUM_WIDTH - PHOTO_GAP * (row.length - 1)) / sum;
  return Math.min(MOST_ROW, Math.max(LEAST_ROW, height));
}

/** The pictures of a row share its width in proportion to their aspect ratios. */
function rowOf(row: readonly number[], y: number, height: number): Tile[] {
  const room = ALBUM_WIDTH - PHOTO_GAP * (row.length - 1);
  let x = 0;
  return sharesOf(row).map((share) => {
    const tile = { x, y, width: room * share, height };
    x += tile.width + PHOTO_GAP;
    return tile;
  });
}

/** Fractions in proportion to the weights, with a minimum. */
function sharesOf(weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const lifted = weights.map((weight) => Math.max(weight, sum * LEAST_SHARE));
  const whole = lifted.reduce((all, weight) => all + weight, 0);
  return lifted.map((weight) => weight / whole);
}

/** For three or four pictures with an upright first one: the first on one side, the others in a column beside it. */
function columnPlans([first = 1, ...others]: readonly number[]): Tile[][] {
  if (others.length < 2 || others.length > 3 || first >= 1) return [];
  const gaps = PHOTO_GAP * (others.length - 1);
  const inverse = others.reduce((all, ratio) => all + 1 / ratio, 0);
  // The width at which the column is as high as the first picture without cropping.
  const fitting = ((ALBUM_WIDTH - PHOTO_GAP) / first - gaps) / (inverse + 1 / first);
  const column = Math.min(ALBUM_WIDTH * 0.5, Math.max(ALBUM_WIDTH * 0.3, fitting));
  const width = ALBUM_WIDTH - PHOTO_GAP - column;
  const height = Math.min(MOST_HEIGHT, width / first);
  const tiles: Tile[] = [{ x: 0, y: 0, width, height }];
  let y = 0;
  for (const share of sharesOf(others.map((ratio) => 1 / ratio))) {
    const tile = { x: width + PHOTO_GAP, y, width: column, height: (height - gaps) * share };
    tiles.push(tile);
    y += tile.height + PHOTO_GAP;
  }
  return [tiles];
}

function heightOf(tiles: readonly Tile[]): number {
  return Math.max(...tiles.map((tile) => tile.y + tile.height));
}

/** The cost of a layout: cropping, deviation from the preferred height, and pictures that are too small. */
function costOf(tiles: readonly Tile[], ratios: readonly number[]): number {
  const height = heightOf(tiles);
  const cropped = tiles.reduce((sum, tile, i) => sum + Math.abs(Math.log(tile.width / tile.height / ratios[i]!)), 0);
  const off = Math.abs(height - WANTED_HEIGHT) / WANTED_HEIGHT;
  const tooHigh = Math.max(0, height - MOST_HEIGHT) / 20;
  const small = tiles.reduce((sum, { width }) => sum + Math.max(0, LEAST_ROW - width) / LEAST_ROW, 0);
  // The first picture should not be much smaller than another one.
  const area = (tile: Tile) => tile.width * tile.height;
  const first = tiles.slice(1).some((tile) => area(tile) > area(tiles[0]!) * 1.4) ? 0.25 : 0;
  return (cropped * 1.5) / tiles.length + off + tooHigh + small * 6 + first;
}
