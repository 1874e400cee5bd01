/** readReactions: the person has seen the reactions to their messages in a chat. */
import { markReactionsRead } from "../../app/messages/react.ts";
import { arrayOf, chatId, described, messageId, optional } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

const MAX_MESSAGES = 100;

export const readReactions = userMethod({
  name: "readReactions",
  summary: "Notes that the person has seen the reactions to their messages in a chat.",
  effect: "write",
  access: { scope: "chat", rank: "member" },
  fields: {
    chat_id: chatId(),
    message_ids: described(
      optional(arrayOf(messageId(), { max: MAX_MESSAGES })),
      "Only to these messages, 1 to 100; without it, to all.",
    ),
  },
  example: { request: { chat_id: 1002 }, result: true },
  async run({ tx, chat, actor }, { message_ids }) {
    await markReactionsRead(tx, chat, actor.id, message_ids);
    return true;
  },
});
