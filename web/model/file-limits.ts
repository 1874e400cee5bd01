/** How large a file may be, and that it may not be empty: said before it is sent rather than after. */
import type { MediaLimits } from "@heliogram/shared/wire.ts";
import type { PickedFile, PickedKind } from "./outgoing.ts";

/** Why a file cannot be sent: there is nothing in it, or it is over this limit. */
export type Unfit = "empty" | { readonly limit: number };

export function unfitFor(
  { kind, size }: Pick<PickedFile, "kind" | "size">,
  inAlbum: boolean,
  limits: MediaLimits | undefined,
): Unfit | undefined {
  if (size === 0) return "empty";
  const limit = limitFor(kind, inAlbum, limits);
  return limit !== undefined && size > limit ? { limit } : undefined;
}

/** The most bytes that a file may have, sent alone or in an album; `undefined` where the service has not said. */
function limitFor(kind: PickedKind, inAlbum: boolean, limits: MediaLimits | undefined): number | undefined {
  if (!limits) return undefined;
  const own = kind === "animation" ? limits.video : limits[kind];
  return inAlbum && kind !== "photo" ? limits.media_group_file : own;
}
