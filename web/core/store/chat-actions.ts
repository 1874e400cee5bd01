/** Updates of the chat actions of others, such as typing. */
import type { ChatAction, Change } from "./state.ts";

/** Starts a chat action, which replaces an earlier one of the same user. */
export function startChatAction(chat_id: number, acting: ChatAction): Change {
  return ({ chat_actions: all }) => {
    const others = (all[chat_id] ?? []).filter((each) => each.user.id !== acting.user.id);
    return { chat_actions: { ...all, [chat_id]: [...others, acting] } };
  };
}

export function stopChatAction(chat_id: number, user_id: number): Change {
  return ({ chat_actions: all }) => {
    const now = all[chat_id] ?? [];
    const others = now.filter((each) => each.user.id !== user_id);
    return others.length === now.length ? {} : { chat_actions: { ...all, [chat_id]: others } };
  };
}
