/** How large a picture is shown: known before it has come, so that nothing jumps. */

export interface Box {
  readonly width: number;
  readonly height: number;
}

const MOST: Box = { width: 360, height: 400 };
const LEAST: Box = { width: 120, height: 80 };

/** The picture's own shape, as large as fits; extremes are cropped. */
export function boxFor(width: number, height: number): Box {
  if (width <= 0 || height <= 0) return { width: 240, height: 180 };
  const scale = Math.min(1, MOST.width / width, MOST.height / height);
  return {
    width: Math.round(Math.max(LEAST.width, width * scale)),
    height: Math.round(Math.max(LEAST.height, height * scale)),
  };
}
