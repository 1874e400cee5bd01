/** setChatDescription: sets the description of a group or channel. */
import { changeChat } from "../../app/chats/change-chat.ts";
import { chatId, described, optional, text } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { readDescription } from "./chat-titles.ts";

export const setChatDescription = botMethod({
  name: "setChatDescription",
  summary: "Sets or clears the description of a group or channel.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"], ability: "change_info" },
  fields: { chat_id: chatId(), description: described(optional(text()), "0 to 255 characters.") },
  refusals: ["DESCRIPTION_NOT_MODIFIED"],
  example: { request: { chat_id: -1_000_000_000_001, description: "Where we talk" }, result: true },
  prepare: ({ params }) => readDescription(params.description),
  async run({ tx, chat, actor, now, fail }, _params, description) {
    if (chat.description === description) return fail("DESCRIPTION_NOT_MODIFIED");
    await changeChat(tx, { ...chat, description }, { by: actor, changed: "description" }, now);
    return true;
  },
});
