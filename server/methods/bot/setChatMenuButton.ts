/** setChatMenuButton: sets the button beside the text field of the bot's private chats. */
import { setMenuButton } from "../../app/bots/bot-settings.ts";
import { optional } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { checkPrivateChat, menuButtonField, personField } from "./menu-button-fields.ts";

export const setChatMenuButton = botMethod({
  name: "setChatMenuButton",
  summary:
    "Sets the menu button of one private chat, or of all that have none of their own; without a button, removes it.",
  effect: "write",
  access: { scope: "self" },
  fields: { chat_id: personField(), menu_button: optional(menuButtonField()) },
  refusals: ["CHAT_NOT_FOUND"],
  example: { request: { menu_button: { type: "commands" } }, result: true },
  async run({ tx, actor, fail }, { chat_id, menu_button = "default" }) {
    await checkPrivateChat(tx, actor.id, chat_id, fail);
    await setMenuButton(tx, actor.id, chat_id, menu_button);
    return true;
  },
});
