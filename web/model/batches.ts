/** Which of the files that are sent together go into one album (interface.md, sendMediaGroup). */
import type { PickedKind } from "./outgoing.ts";

/** Elements of one album. */
const MOST = 10;

/** What mixes with what: pictures and films with one another, music and files with their own. */
function sortOf(kind: PickedKind): string {
  return kind === "photo" || kind === "video" ? "pictures" : kind;
}

/** Albums in the order in which their first file was picked; what cannot be in an album goes alone. */
export function batchesOf<T extends { readonly kind: PickedKind }>(files: readonly T[]): [T, ...T[]][] {
  const batches: [T, ...T[]][] = [];
  for (const file of files) {
    const alone = file.kind === "animation" || file.kind === "voice";
    const open = batches.find(([first, ...more]) => sortOf(first.kind) === sortOf(file.kind) && more.length + 1 < MOST);
    if (open && !alone) open.push(file);
    else batches.push([file]);
  }
  return batches;
}
