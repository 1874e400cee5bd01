/** How the pictures of an album share a rectangle: rows, or one beside a column, cropped as little as may be. */
import type { Box } from "./box.ts";

/** Where one picture lies, each number a share (0 to 1) of the album's width or height. */
export interface Cell {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface AlbumLayout {
  /** Width divided by height. */
  readonly ratio: number;
  /** One for each picture, in their order. */
  readonly cells: readonly Cell[];
}

/** As wide as the album is at most, in pixels; the shapes below are in the same measure. */
export const ALBUM_WIDTH = 400;
const GAP = 2;
/** An album is about as high as it is wide, and never much higher. */
const WANTED_HEIGHT = 400;
const MOST_HEIGHT = 540;
/** A row lower than this shows nothing, one higher than this fills the screen. */
const LEAST_ROW = 84;
const MOST_ROW = 320;
/** Beyond these shapes a picture is cropped. */
const NARROWEST = 0.62;
const WIDEST = 1.9;
/** Of a row or a column, before all shares are brought back to one whole. */
const LEAST_SHARE = 0.2;
const MOST_IN_ROW = 4;
const MOST_ROWS = 4;

interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Lays out up to ten pictures. */
export function albumLayout(shapes: readonly Box[]): AlbumLayout {
  const ratios = shapes.map(({ width, height }) =>
    width > 0 && height > 0 ? Math.min(WIDEST, Math.max(NARROWEST, width / height)) : 1,
  );
  const plans = [...rowPlans(ratios), ...besideColumn(ratios)];
  const best = plans.reduce((a, b) => (costOf(b, ratios) < costOf(a, ratios) ? b : a));
  const height = heightOf(best);
  return {
    ratio: ALBUM_WIDTH / height,
    cells: best.map((frame) => ({
      x: frame.x / ALBUM_WIDTH,
      y: frame.y / height,
      width: frame.width / ALBUM_WIDTH,
      height: frame.height / height,
    })),
  };
}

/** Every way to break the pictures into rows of at most four. */
function rowPlans(ratios: readonly number[]): Frame[][] {
  return partsOf(ratios.length, MOST_ROWS).map((counts) => {
    const frames: Frame[] = [];
    let y = 0;
    for (const count of counts) {
      const row = ratios.slice(frames.length, frames.length + count);
      const height = rowHeight(row);
      frames.push(...rowOf(row, y, height));
      y += height + GAP;
    }
    return frames;
  });
}

/** Every ordered way to write `total` as a sum of at most `most` parts from 1 to four. */
function partsOf(total: number, most: number): number[][] {
  if (total === 0) return [[]];
  if (most === 0) return [];
  const found: number[][] = [];
  for (let first = 1; first <= Math.min(MOST_IN_ROW, total); first++) {
    for (const rest of partsOf(total - first, most - 1)) found.push([first, ...rest]);
  }
  return found;
}

function rowHeight(row: readonly number[]): number {
  const sum = row.reduce((all, ratio) => all + ratio, 0);
  const height = (ALBUM_WIDTH - GAP * (row.length - 1)) / sum;
  return Math.min(MOST_ROW, Math.max(LEAST_ROW, height));
}

/** The pictures of a row share its width as their own shapes would have it. */
function rowOf(row: readonly number[], y: number, height: number): Frame[] {
  const room = ALBUM_WIDTH - GAP * (row.length - 1);
  let x = 0;
  return sharesOf(row).map((share) => {
    const frame = { x, y, width: room * share, height };
    x += frame.width + GAP;
    return frame;
  });
}

/** What each has of the whole, by weight; the lightest still get enough to be seen. */
function sharesOf(weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const lifted = weights.map((weight) => Math.max(weight, sum * LEAST_SHARE));
  const whole = lifted.reduce((all, weight) => all + weight, 0);
  return lifted.map((weight) => weight / whole);
}

/** Three or four pictures whose first stands upright: it takes one side, the others a column on the other. */
function besideColumn([first = 1, ...others]: readonly number[]): Frame[][] {
  if (others.length < 2 || others.length > 3 || first >= 1) return [];
  const gaps = GAP * (others.length - 1);
  const inverse = others.reduce((all, ratio) => all + 1 / ratio, 0);
  // The width of the column at which it is as high as the first picture, in the first one's own shape.
  const fitting = ((ALBUM_WIDTH - GAP) / first - gaps) / (inverse + 1 / first);
  const column = Math.min(ALBUM_WIDTH * 0.5, Math.max(ALBUM_WIDTH * 0.3, fitting));
  const width = ALBUM_WIDTH - GAP - column;
  const height = Math.min(MOST_HEIGHT, width / first);
  const frames: Frame[] = [{ x: 0, y: 0, width, height }];
  let y = 0;
  for (const share of sharesOf(others.map((ratio) => 1 / ratio))) {
    const frame = { x: width + GAP, y, width: column, height: (height - gaps) * share };
    frames.push(frame);
    y += frame.height + GAP;
  }
  return [frames];
}

function heightOf(frames: readonly Frame[]): number {
  return Math.max(...frames.map((frame) => frame.y + frame.height));
}

/** What is lost by cropping, a height far from the wanted one, and pictures too small to see. */
function costOf(frames: readonly Frame[], ratios: readonly number[]): number {
  const height = heightOf(frames);
  const cropped = frames.reduce(
    (sum, frame, i) => sum + Math.abs(Math.log(frame.width / frame.height / ratios[i]!)),
    0,
  );
  const off = Math.abs(height - WANTED_HEIGHT) / WANTED_HEIGHT;
  const tooHigh = Math.max(0, height - MOST_HEIGHT) / 20;
  const small = frames.reduce((sum, { width }) => sum + Math.max(0, LEAST_ROW - width) / LEAST_ROW, 0);
  // The first picture is the one that is looked at: it is none of the smaller ones.
  const area = (frame: Frame) => frame.width * frame.height;
  const first = frames.slice(1).some((frame) => area(frame) > area(frames[0]!) * 1.4) ? 0.25 : 0;
  return (cropped * 1.5) / frames.length + off + tooHigh + small * 6 + first;
}
