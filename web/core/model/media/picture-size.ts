/** The display size of a picture, known before it is loaded, so that the layout does not shift. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

const MAX_SIZE: Size = { width: 360, height: 400 };
const MIN_SIZE: Size = { width: 120, height: 80 };

/** Keeps the aspect ratio within the maximum size; extreme ratios are cropped. */
export function displaySize(width: number, height: number): Size {
  if (width <= 0 || height <= 0) return { width: 240, height: 180 };
  const scale = Math.min(1, MAX_SIZE.width / width, MAX_SIZE.height / height);
  return {
    width: Math.round(Math.max(MIN_SIZE.width, width * scale)),
    height: Math.round(Math.max(MIN_SIZE.height, height * scale)),
  };
}
