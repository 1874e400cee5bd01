/** The link to a message. */
import type { Chat } from "@heliogram/shared/wire.ts";

/**
 * @returns `undefined` for a private chat: its id is different for each of the two people, so that no link works for
 * both
 */
export function messageLink(chat: Chat, message_id: number, origin: string): string | undefined {
  if (chat.type === "private") return undefined;
  const path = chat.username === undefined ? `/chat/${chat.id}` : `/@${chat.username}`;
  return `${origin}${path}?message=${message_id}`;
}
