/** Deletes many messages of a chat at once, with one event for the screens. */
import type { Chat } from "../../domain/chats.ts";
import type { Message } from "../../domain/messages.ts";
import type { Tx } from "../../store/db.ts";
import { recordDeletionInTopic } from "../../store/queries/members/topic-readers.ts";
import { deleteMessages } from "../../store/queries/messages/delete-many.ts";
import { appendReactionsSeen } from "./react.ts";

/** Does what `removeMessage` does for one. There is no bot update for it. The chat must be locked. */
export async function removeMessages(tx: Tx, chat: Chat, messages: readonly Message[]): Promise<void> {
  const last = messages.at(-1);
  if (!last) return;
  const { mentioned, reacted } = await deleteMessages(tx, chat.id, messages);
  for (const message of messages)
    if (chat.is_forum || message.thread_id !== null) await recordDeletionInTopic(tx, message);
  for (const account_id of reacted) appendReactionsSeen(tx, chat, account_id);
  const message_ids = messages.map(({ message_id }) => message_id);
  const body = JSON.stringify({ message_ids, ...(mentioned.length > 0 ? { mentions: mentioned } : {}) });
  tx.append({ stream: chat.id, kind: "deletions", ref: last.message_id, body });
}
