/**
 * Presents photos of people, bots and chats: the smallest and the largest size, with the viewer's own file
 * identifiers.
 */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Media } from "../domain/media.ts";
import type { FileIdMinter } from "./file-id.ts";
import { presentSize } from "./media.ts";

export function presentPhoto(photo: Media | null, ids: FileIdMinter, viewer_id: number): Wire.ChatPhoto | undefined {
  if (photo?.kind !== "photo") return undefined;
  // Signing an identifier costs time, and nobody uses the sizes in between.
  const last = photo.sizes.length - 1;
  const small = presentSize(photo, 0, ids, viewer_id);
  const big = last > 0 ? presentSize(photo, last, ids, viewer_id) : small;
  if (!small || !big) return undefined;
  return {
    small_file_id: small.file_id,
    small_file_unique_id: small.file_unique_id,
    big_file_id: big.file_id,
    big_file_unique_id: big.file_unique_id,
  };
}
