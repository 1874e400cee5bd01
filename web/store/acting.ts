/** Changes of what others are doing at the moment. */
import type { Acting, Change } from "./state.ts";

/** Somebody does something from now on; what they did before is over. */
export function startActing(chat_id: number, acting: Acting): Change {
  return ({ acting: all }) => {
    const others = (all[chat_id] ?? []).filter((each) => each.user.id !== acting.user.id);
    return { acting: { ...all, [chat_id]: [...others, acting] } };
  };
}

export function stopActing(chat_id: number, user_id: number): Change {
  return ({ acting: all }) => {
    const now = all[chat_id] ?? [];
    const others = now.filter((each) => each.user.id !== user_id);
    return others.length === now.length ? {} : { acting: { ...all, [chat_id]: others } };
  };
}
