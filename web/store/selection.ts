/** Changes of which messages are chosen. */
import type { Change } from "./state.ts";

/** Begins choosing in a chat with these. */
export function select(chat_id: number, ids: readonly number[]): Change {
  return () => ({ selection: { chat_id, ids: new Set(ids) } });
}

/** Chooses messages, or lets go of them if all are chosen. With the last, choosing ends. */
export function toggleSelected(chat_id: number, ids: readonly number[]): Change {
  return ({ selection }) => {
    const next = new Set(selection?.chat_id === chat_id ? selection.ids : []);
    const all = ids.every((id) => next.has(id));
    for (const id of ids) {
      if (all) next.delete(id);
      else next.add(id);
    }
    return { selection: next.size === 0 ? undefined : { chat_id, ids: next } };
  };
}

export const selectNothing: Change = () => ({ selection: undefined });
