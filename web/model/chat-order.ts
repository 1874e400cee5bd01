/** The order of the chat list. */
import type { Chat, Message } from "@heliogram/shared/wire.ts";

interface Dated {
  readonly chat: Chat;
  readonly last_message?: Message;
}

/** The newest message first; chats without one come last. */
export function chatsInOrder<T extends Dated>(chats: Readonly<Record<number, T>>): T[] {
  const date = ({ last_message }: T) => last_message?.date ?? 0;
  return Object.values(chats).sort((a, b) => date(b) - date(a) || a.chat.id - b.chat.id);
}
