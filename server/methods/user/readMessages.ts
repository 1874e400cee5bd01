/** readMessages: moves the person's read pointer forward. */
import { changeSettings } from "../../app/chats/change-settings.ts";
import { markRead } from "../../app/messages/receipts.ts";
import { markTopicRead } from "../../app/topics/own-topics.ts";
import { lastMessageId } from "../../store/queries/streams/streams.ts";
import { chatId, described, messageId, optional } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { requireTopic, TOPIC_REFUSALS, topicId } from "../messages/topics.ts";

export const readMessages = userMethod({
  name: "readMessages",
  summary: "Marks a chat as read up to a message, and removes the person's own unread mark.",
  effect: "write",
  access: { scope: "chat", rank: "member" },
  fields: {
    chat_id: chatId(),
    message_id: messageId(),
    message_thread_id: described(optional(topicId()), "Only this topic; the rest of the chat stays unread."),
  },
  refusals: TOPIC_REFUSALS,
  example: { request: { chat_id: 1002, message_id: 3 }, result: true },
  async run(call, params) {
    const { tx, chat, actor } = call;
    const read_up_to = Math.min(params.message_id, await lastMessageId(tx, chat.id));
    if (params.message_thread_id === undefined) await markRead(tx, chat, actor.id, read_up_to);
    else {
      const { thread_id } = await requireTopic(call, params.message_thread_id);
      await markTopicRead(tx, chat, actor.id, thread_id, read_up_to);
    }
    await changeSettings(tx, actor, chat, { is_marked_unread: false });
    return true;
  },
});
