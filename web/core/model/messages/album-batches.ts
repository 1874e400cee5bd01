/** Groups files into albums (interface.md, sendMediaGroup). */
import { MAX_ALBUM } from "@heliogram/shared/limits.ts";
import type { PickedKind } from "./outgoing.ts";

/** Files of the same group may share an album: photos with videos, audio with audio, documents with documents. */
function albumGroup(kind: PickedKind): string {
  return kind === "photo" || kind === "video" ? "pictures" : kind;
}

/** Albums in the order of their first files; a file that cannot be in an album is alone. */
export function albumBatches<T extends { readonly kind: PickedKind }>(files: readonly T[]): [T, ...T[]][] {
  const batches: [T, ...T[]][] = [];
  for (const file of files) {
    const alone = file.kind === "animation" || file.kind === "voice";
    const open = batches.find(
      ([first, ...more]) => albumGroup(first.kind) === albumGroup(file.kind) && more.length + 1 < MAX_ALBUM,
    );
    if (open && !alone) open.push(file);
    else batches.push([file]);
  }
  return batches;
}
