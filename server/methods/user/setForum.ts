/** setForum: gives a group topics, or takes them away. */
import { setForum as set } from "../../app/topics/set-forum.ts";
import { bool, chatId, described, missing } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

export const setForum = userMethod({
  name: "setForum",
  summary:
    "Gives a group topics, or takes them away. No message is moved or lost: those without a topic are in General, and topics come back with their messages.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup"], ability: "change_info" },
  fields: {
    chat_id: chatId(),
    is_forum: described(missing(bool(), 'parameter "is_forum" is required'), "Whether the group has topics."),
  },
  example: { request: { chat_id: -1_000_000_000_001, is_forum: true }, result: true },
  async run({ tx, chat, actor, now }, { is_forum }) {
    await set(tx, chat, actor, is_forum, now);
    return true;
  },
});
