/** Photos of people, bots and chats: the smallest size and the largest, under the viewer's own file identifiers. */
import type * as Wire from "@heliogram/shared/wire.ts";
import type { Media } from "../domain/media.ts";
import type { FileIdMinter } from "./file-id.ts";
import { presentSizes } from "./media.ts";

export function presentPhoto(photo: Media | null, ids: FileIdMinter, viewer_id: number): Wire.ChatPhoto | undefined {
  if (photo?.kind !== "photo") return undefined;
  const shown = presentSizes(photo, ids, viewer_id);
  const small = shown[0];
  const big = shown.at(-1);
  if (!small || !big) return undefined;
  return {
    small_file_id: small.file_id,
    small_file_unique_id: small.file_unique_id,
    big_file_id: big.file_id,
    big_file_unique_id: big.file_unique_id,
  };
}
