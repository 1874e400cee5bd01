/** The order of the chat list. */
import type { Chat, Message } from "@heliogram/shared/wire.ts";

interface Dated {
  readonly chat: Chat;
  readonly last_message?: Message;
  readonly settings?: { readonly draft?: { readonly date: number } };
}

/** Pinned chats as they were pinned, then the newest message or draft first; chats without either come last. */
export function chatsInOrder<T extends Dated>(chats: Readonly<Record<number, T>>, pinned: readonly number[] = []): T[] {
  const rank = new Map(pinned.map((id, index) => [id, index]));
  const place = ({ chat }: T) => rank.get(chat.id) ?? pinned.length;
  const date = ({ last_message, settings }: T) => Math.max(last_message?.date ?? 0, settings?.draft?.date ?? 0);
  return Object.values(chats).sort((a, b) => place(a) - place(b) || date(b) - date(a) || a.chat.id - b.chat.id);
}
