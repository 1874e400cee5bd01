/** Whose photo changed while the client was looking. */
import type { User } from "@heliogram/shared/wire.ts";
import type { Change } from "./state.ts";

/** Takes what somebody looks like now; whoever still looks as before changes nothing. */
export function showFace({ id, photo }: Pick<User, "id" | "photo">): Change {
  return ({ faces }) => {
    const now = photo ?? null;
    if (id in faces && faces[id]?.small_file_id === now?.small_file_id) return {};
    return { faces: { ...faces, [id]: now } };
  };
}
