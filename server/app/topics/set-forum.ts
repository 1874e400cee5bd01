/** Gives a group topics, or takes them away. No message is moved: General has what is in no other topic. */
import { TOPIC_COLORS } from "@heliogram/shared/topics.ts";
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import { GENERAL_NAME, GENERAL_THREAD_ID, type Topic } from "../../domain/topics.ts";
import type { Tx } from "../../store/db.ts";
import { setForum as saveForum } from "../../store/queries/chats/chats.ts";
import { findTopic, saveTopic } from "../../store/queries/messages/topics.ts";
import { lastMessageId } from "../../store/queries/streams/streams.ts";
import { recordInChat } from "../chats/chat-audit.ts";

/** The caller has checked the rights. A group that gets its topics back has those that it had. */
export async function setForum(tx: Tx, chat: Chat, by: Account, is_forum: boolean, now_s: number): Promise<void> {
  if (chat.is_forum === is_forum) return;
  if (is_forum) {
    const general = (await findTopic(tx, chat.id, GENERAL_THREAD_ID)) ?? newGeneral(chat, now_s);
    await saveTopic(tx, { ...general, plain_up_to: await lastMessageId(tx, chat.id) });
  }
  await saveForum(tx, chat.id, is_forum);
  await recordInChat(tx, by, "chat_changed", chat, { changed: ["topics"] }, now_s);
  tx.append({ stream: chat.id, kind: "chat", ref: chat.id, body: "" });
}

function newGeneral(chat: Chat, now_s: number): Topic {
  return {
    chat_id: chat.id,
    thread_id: GENERAL_THREAD_ID,
    name: GENERAL_NAME,
    icon_color: TOPIC_COLORS[0],
    icon_custom_emoji_id: null,
    creator_id: null,
    created_at: now_s,
    is_closed: false,
    is_hidden: false,
    plain_up_to: 0,
  };
}
