/** getChatMenuButton: the button beside the text field of the bot's private chats. */
import { findMenuButton } from "../../store/queries/bots/bot-defaults.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { checkPrivateChat, personField } from "./menu-button-fields.ts";

export const getChatMenuButton = botMethod({
  name: "getChatMenuButton",
  summary: "Returns the menu button of one private chat, or that of all that have none of their own.",
  effect: "read",
  access: { scope: "self" },
  fields: { chat_id: personField() },
  result: schemas.MenuButton,
  refusals: ["CHAT_NOT_FOUND"],
  example: { request: { chat_id: 1001 }, result: { type: "commands" } },
  async run({ tx, actor, fail }, { chat_id }) {
    await checkPrivateChat(tx, actor.id, chat_id, fail);
    return { type: await findMenuButton(tx, actor.id, chat_id) };
  },
});
