/** Checks the size of a file before it is sent. */
import type { MediaLimits } from "@heliogram/shared/wire.ts";
import type { PickedFile, PickedKind } from "../messages/outgoing.ts";

/** Why a file cannot be sent: it is empty, or larger than this limit. */
export type FileError = "empty" | { readonly limit: number };

export function fileError(
  { kind, size }: Pick<PickedFile, "kind" | "size">,
  inAlbum: boolean,
  limits: MediaLimits | undefined,
): FileError | undefined {
  if (size === 0) return "empty";
  const limit = limitFor(kind, inAlbum, limits);
  return limit !== undefined && size > limit ? { limit } : undefined;
}

/** The size limit of a file in bytes, alone or in an album; `undefined` if the server did not send limits. */
function limitFor(kind: PickedKind, inAlbum: boolean, limits: MediaLimits | undefined): number | undefined {
  if (!limits) return undefined;
  const own = kind === "animation" ? limits.video : limits[kind];
  return inAlbum && kind !== "photo" ? limits.media_group_file : own;
}
