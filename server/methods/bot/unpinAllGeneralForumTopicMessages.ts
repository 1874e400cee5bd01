/** unpinAllGeneralForumTopicMessages: unpins all messages of the topic General. */
import { unpinTopicMessages } from "../../app/messages/pin.ts";
import { GENERAL_THREAD_ID } from "../../domain/topics.ts";
import { chatId } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { requireTopic, TOPIC_REFUSALS } from "../messages/topics.ts";

export const unpinAllGeneralForumTopicMessages = botMethod({
  name: "unpinAllGeneralForumTopicMessages",
  summary: "Unpins all messages of the topic General.",
  effect: "write",
  access: { scope: "chat", rank: "member", ability: "pin_messages" },
  fields: { chat_id: chatId() },
  refusals: TOPIC_REFUSALS,
  example: { request: { chat_id: -1_000_000_000_001 }, result: true },
  async run(call) {
    await requireTopic(call, GENERAL_THREAD_ID);
    await unpinTopicMessages(call.tx, call.chat, GENERAL_THREAD_ID);
    return true;
  },
});
