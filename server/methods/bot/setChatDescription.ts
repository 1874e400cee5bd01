/** setChatDescription: what a group or channel is about. */
import { changeChat } from "../../app/change-chat.ts";
import { chatId, described, optional, text } from "../fields.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";
import { readDescription } from "../titles.ts";

export const setChatDescription = botMethod({
  name: "setChatDescription",
  summary: "Sets or clears the description of a group or channel.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"], ability: "change_info" },
  fields: { chat_id: chatId(), description: described(optional(text()), "0 to 255 characters.") },
  result: schemas.True,
  codes: [400, 401, 403, 404],
  refusals: ["DESCRIPTION_NOT_MODIFIED"],
  example: { request: { chat_id: -1_000_000_000_001, description: "Where we talk" }, result: true },
  prepare: (_deps, params) => readDescription(params.description),
  async run({ tx, chat, fail }, _params, description) {
    if (chat.description === description) return fail("DESCRIPTION_NOT_MODIFIED");
    await changeChat(tx, { ...chat, description });
    return true;
  },
});
