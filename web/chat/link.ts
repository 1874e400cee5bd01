/** The address of a message, for others who may see it. */
import type { Chat } from "@heliogram/shared/wire.ts";

/** A private chat has another address for each of the two: it has no links. */
export function linkOf(chat: Chat, message_id: number, address: string): string | undefined {
  if (chat.type === "private") return undefined;
  const place = chat.username === undefined ? `/chat/${chat.id}` : `/@${chat.username}`;
  return `${address}${place}?message=${message_id}`;
}
