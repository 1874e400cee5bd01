/** What a person does with a topic for themselves: reading and muting it. */
import type { Account } from "../../domain/accounts.ts";
import { showsReadReceipts, type Chat } from "../../domain/chats.ts";
import type { Tx } from "../../store/db.ts";
import {
  deleteMentionsInTopic,
  findTopicReader,
  moveTopicPointer,
  saveTopicReader,
} from "../../store/queries/members/topic-readers.ts";

/**
 * Moves the person's read pointer of a topic forward. The pointer of the chat, which others are shown, follows as far as
 * the person has read everything.
 */
export async function markTopicRead(
  tx: Tx,
  chat: Chat,
  account_id: number,
  thread_id: number,
  read_up_to: number,
): Promise<void> {
  const { isMoved, chat_read_up_to } = await moveTopicPointer(tx, chat.id, thread_id, account_id, read_up_to);
  if (!isMoved) return;
  await deleteMentionsInTopic(tx, account_id, chat.id, thread_id, read_up_to);
  if (chat_read_up_to !== undefined) {
    const body = JSON.stringify({ read_up_to: chat_read_up_to });
    if (showsReadReceipts(chat)) tx.append({ stream: chat.id, kind: "read", ref: account_id, body });
    else tx.append({ stream: account_id, kind: "read", ref: chat.id, body });
  }
  appendOwnTopicEvent(tx, chat, account_id, thread_id);
}

/** @param muted_until - Unix seconds; 0 ends it */
export async function muteTopic(
  tx: Tx,
  chat: Chat,
  person: Account,
  thread_id: number,
  muted_until: number,
): Promise<void> {
  const reader = await findTopicReader(tx, chat.id, thread_id, person.id);
  if (reader.muted_until === muted_until) return;
  await saveTopicReader(tx, chat.id, thread_id, person.id, { ...reader, muted_until });
  appendOwnTopicEvent(tx, chat, person.id, thread_id);
}

/** Notifies the person's clients of their pointer, settings and draft of a topic. */
export function appendOwnTopicEvent(tx: Tx, chat: Chat, account_id: number, message_thread_id: number): void {
  tx.append({ stream: account_id, kind: "topic", ref: chat.id, body: JSON.stringify({ message_thread_id }) });
}
