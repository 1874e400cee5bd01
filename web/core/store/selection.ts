/** Updates of the selected messages. */
import type { Change } from "./state.ts";

/** Starts selecting messages in a chat. */
export function selectMessages(chat_id: number, ids: readonly number[]): Change {
  return () => ({ selection: { chat_id, ids: new Set(ids) } });
}

/** Selects messages, or deselects them if all are selected. Selecting ends with the last one. */
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

export const clearSelection: Change = () => ({ selection: undefined });
