/** The sizes of the pictures that are created for a file (behaviour.md §5). */
import type { FileKind } from "@heliogram/shared/files.ts";

/** Longest sides of a photo's sizes, in pixels. */
const PHOTO_SIDES = [90, 320, 800, 1280];
export const THUMBNAIL_SIDE = 320;
/** Limits of a photo: width plus height, and the ratio of the longer to the shorter side. */
const MAX_SIDES = 10_000;
const MAX_RATIO = 20;

interface Measured {
  readonly width?: number;
  readonly height?: number;
}

/** Whether a picture is within the limits of a photo. */
export function fitsPhoto({ width = 0, height = 0 }: Measured): boolean {
  const ratio = Math.max(width, height) / Math.max(1, Math.min(width, height));
  return width + height <= MAX_SIDES && ratio <= MAX_RATIO;
}

/** The longest sides of the pictures to create for a picture sent as `kind`, in ascending order. */
export function sidesFor(kind: FileKind, measured: Measured): readonly number[] {
  if (kind !== "photo") return [THUMBNAIL_SIDE];
  if (!fitsPhoto(measured)) return [];
  const longest = Math.max(measured.width ?? 0, measured.height ?? 0);
  return PHOTO_SIDES.filter((_, i) => i === 0 || PHOTO_SIDES[i - 1]! < longest);
}
