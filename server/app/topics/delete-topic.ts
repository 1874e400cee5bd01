/** Deletes a topic: at once for everybody, and its messages in pages. */
import type { Chat } from "../../domain/chats.ts";
import type { Db, Tx } from "../../store/db.ts";
import { lockChat } from "../../store/queries/chats/chats.ts";
import { deletedTopics, markTopicDeleted, messagesOfTopic, removeTopic } from "../../store/queries/messages/topics.ts";
import { removeMessage } from "../messages/edit.ts";
import { appendTopicEvent } from "./topic-event.ts";

/** Messages of one transaction, so that it stays short. */
const MESSAGES_PER_TRANSACTION = 100;
/** Deleted topics that one search finds. */
const TOPICS_PER_SEARCH = 100;

/** Marks the topic as deleted, and tells the clients of the chat. `clearDeletedTopics` deletes its messages. */
export async function deleteTopic(tx: Tx, chat: Chat, thread_id: number): Promise<void> {
  await markTopicDeleted(tx, chat.id, thread_id);
  appendTopicEvent(tx, { chat_id: chat.id, thread_id });
}

/**
 * Deletes messages of deleted topics, at most `transactions` pages of them.
 * @returns whether any may be left
 */
export async function clearDeletedTopics(db: Db, transactions: number, signal?: AbortSignal): Promise<boolean> {
  for (let left = transactions; left > 0;) {
    const topics = await db.read((tx) => deletedTopics(tx, TOPICS_PER_SEARCH));
    if (topics.length === 0) return false;
    for (const { chat_id, thread_id } of topics) {
      for (let isLeft = true; isLeft; left -= 1) {
        if (left <= 0 || signal?.aborted) return true;
        isLeft = await db.write((tx) => clearSome(tx, chat_id, thread_id));
      }
    }
  }
  return true;
}

/** @returns whether messages are left */
async function clearSome(tx: Tx, chat_id: number, thread_id: number): Promise<boolean> {
  const chat = await lockChat(tx, chat_id);
  const messages = chat ? await messagesOfTopic(tx, chat_id, thread_id, MESSAGES_PER_TRANSACTION) : [];
  for (const message of messages) await removeMessage(tx, chat!, message);
  if (messages.length === MESSAGES_PER_TRANSACTION) return true;
  await removeTopic(tx, chat_id, thread_id);
  return false;
}
