/** Gives a group topics, or takes them away. No message is moved: General has what is in no other topic. */
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import { GENERAL_THREAD_ID, newGeneral } from "../../domain/topics.ts";
import type { Tx } from "../../store/db.ts";
import { setForum as saveForum } from "../../store/queries/chats/chats.ts";
import { findTopic, saveTopic } from "../../store/queries/messages/topics.ts";
import { lastMessageId } from "../../store/queries/streams/streams.ts";
import { recordInChat } from "../chats/chat-audit.ts";

/** The caller has checked the rights. A group that gets its topics back has those that it had. */
export async function setForum(tx: Tx, chat: Chat, by: Account, is_forum: boolean, now_s: number): Promise<void> {
  if (chat.is_forum === is_forum) return;
  if (is_forum) {
    const general = (await findTopic(tx, chat.id, GENERAL_THREAD_ID)) ?? newGeneral(chat.id, now_s);
    await saveTopic(tx, { ...general, plain_up_to: await lastMessageId(tx, chat.id) });
  }
  await saveForum(tx, chat.id, is_forum);
  await recordInChat(tx, by, "chat_changed", chat, { changed: ["topics"] }, now_s);
  tx.append({ stream: chat.id, kind: "chat", ref: chat.id, body: "" });
}
