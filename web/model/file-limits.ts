/** How large a file may be: said before it is sent rather than after. */
import type { PickedKind } from "./outgoing.ts";

/** In bytes, as the service tells them (behaviour.md §5). */
export interface FileLimits {
  readonly photo: number;
  readonly document: number;
  readonly video: number;
  readonly audio: number;
  readonly voice: number;
  readonly media_group_file: number;
}

/** The most bytes that a file may have, sent alone or in an album; `undefined` where the service has not said. */
export function limitFor(kind: PickedKind, inAlbum: boolean, limits: FileLimits | undefined): number | undefined {
  if (!limits) return undefined;
  const own = kind === "animation" ? limits.video : limits[kind];
  return inAlbum && kind !== "photo" ? limits.media_group_file : own;
}
