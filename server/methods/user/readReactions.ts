/** readReactions: the person has seen the reactions to their messages in a chat. */
import { markReactionsRead } from "../../app/messages/react.ts";
import { chatId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

export const readReactions = userMethod({
  name: "readReactions",
  summary: "Notes that the person has seen the reactions to their messages in a chat.",
  effect: "write",
  access: { scope: "chat", rank: "member" },
  fields: { chat_id: chatId() },
  example: { request: { chat_id: 1002 }, result: true },
  async run({ tx, chat, actor }) {
    await markReactionsRead(tx, chat, actor.id);
    return true;
  },
});
