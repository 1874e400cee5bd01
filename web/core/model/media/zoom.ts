/** Zoom and pan of a picture in the viewer. */

export interface Zoom {
  readonly scale: number;
  /** Pixels from the centre of the window. */
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

export const NO_ZOOM: Zoom = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 8;

/** Zooms by a factor; the given point, relative to the centre, stays in place. */
export function zoomAt(zoom: Zoom, factor: number, at: Point = { x: 0, y: 0 }): Zoom {
  const scale = Math.min(MAX_SCALE, Math.max(1, zoom.scale * factor));
  if (scale === 1) return NO_ZOOM;
  const grown = scale / zoom.scale;
  return { scale, x: at.x - (at.x - zoom.x) * grown, y: at.y - (at.y - zoom.y) * grown };
}

/** Limits the pan, so that no edge of the picture enters a window that it fills. */
export function clampPan(zoom: Zoom, picture: Size, window: Size): Zoom {
  const spare = (length: number, room: number) => Math.max(0, (length * zoom.scale - room) / 2);
  const within = (value: number, most: number) => (most === 0 ? 0 : Math.min(most, Math.max(-most, value)));
  return {
    scale: zoom.scale,
    x: within(zoom.x, spare(picture.width, window.width)),
    y: within(zoom.y, spare(picture.height, window.height)),
  };
}

/** The action of a finished drag of an unzoomed picture. */
export function swipeAction({ x, y }: Point): "next" | "previous" | "close" | undefined {
  if (Math.abs(x) > 60 && Math.abs(x) > Math.abs(y)) return x < 0 ? "next" : "previous";
  return y > 110 && y > Math.abs(x) ? "close" : undefined;
}
