/** Where a picture stands that is looked at closely: how large, and how far it is moved from the middle. */

export interface Zoom {
  readonly scale: number;
  /** Pixels from the middle of the window. */
  readonly x: number;
  readonly y: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
const MOST = 8;

/** Larger or smaller by a factor; what lies at a point, measured from the middle, stays there. */
export function zoomAt(zoom: Zoom, factor: number, at: Point = { x: 0, y: 0 }): Zoom {
  const scale = Math.min(MOST, Math.max(1, zoom.scale * factor));
  if (scale === 1) return WHOLE;
  const grown = scale / zoom.scale;
  return { scale, x: at.x - (at.x - zoom.x) * grown, y: at.y - (at.y - zoom.y) * grown };
}

/** Moved so far that no edge of the picture comes into a window that it fills. */
export function keepInside(zoom: Zoom, picture: Size, window: Size): Zoom {
  const spare = (length: number, room: number) => Math.max(0, (length * zoom.scale - room) / 2);
  const within = (value: number, most: number) => (most === 0 ? 0 : Math.min(most, Math.max(-most, value)));
  return {
    scale: zoom.scale,
    x: within(zoom.x, spare(picture.width, window.width)),
    y: within(zoom.y, spare(picture.height, window.height)),
  };
}

/** What a drag of a whole picture means, once it is let go: the next one, the last one, or no more. */
export function meaningOf({ x, y }: Point): "next" | "previous" | "close" | undefined {
  if (Math.abs(x) > 60 && Math.abs(x) > Math.abs(y)) return x < 0 ? "next" : "previous";
  return y > 110 && y > Math.abs(x) ? "close" : undefined;
}
