/** How far apart two points on the earth are. */

const EARTH_RADIUS_M = 6_371_009;

/** In degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** The length of the way between two points on a sphere of the size of the earth, in metres. */
export function distance_m(a: Point, b: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2;
  const cosines = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude));
  const square = half(a.latitude, b.latitude) + cosines * half(a.longitude, b.longitude);
  // Rounding may bring opposite points beyond 1.
  return 2 * EARTH_RADIUS_M * Math.asin(Math.sqrt(Math.min(1, square)));
}
