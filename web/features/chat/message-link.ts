/** The link to a message. */
import type { Chat, Message } from "@heliogram/shared/wire.ts";
import { threadOf } from "../../core/model/chats/place.ts";

/**
 * @returns `undefined` for a private chat: its id is different for each of the two people, so that no link works for
 * both
 */
export function messageLink(
  chat: Chat,
  message: Pick<Message, "message_id" | "message_thread_id">,
  origin: string,
): string | undefined {
  if (chat.type === "private") return undefined;
  const topic = chat.is_forum === true ? `topic=${threadOf(message)}&` : "";
  return `${origin}${pathOf(chat)}?${topic}message=${message.message_id}`;
}

function pathOf({ id, username }: Chat): string {
  return username === undefined ? `/chat/${id}` : `/@${username}`;
}
