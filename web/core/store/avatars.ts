/** Updates of avatar photos that changed while the client is open. */
import type { User } from "@heliogram/shared/wire.ts";
import type { Change } from "./state.ts";

/** Stores the current photo of a user; an unchanged photo changes nothing. */
export function setAvatarPhoto({ id, photo }: Pick<User, "id" | "photo">): Change {
  return ({ avatar_photos }) => {
    const now = photo ?? null;
    if (id in avatar_photos && avatar_photos[id]?.small_file_id === now?.small_file_id) return {};
    return { avatar_photos: { ...avatar_photos, [id]: now } };
  };
}
