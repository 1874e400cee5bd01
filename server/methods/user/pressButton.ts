/** pressButton: presses an inline button; its bot gets a callback query. */
import { pressButton as press } from "../../app/bots/press-button.ts";
import { chatId, messageId, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";

export const pressButton = userMethod({
  name: "pressButton",
  summary: "Presses an inline button; the bot's answer arrives over the event stream.",
  effect: "write",
  rate: "presses",
  access: { scope: "chat", rank: "member", message: "message_id", purpose: "to press a button of" },
  fields: { chat_id: chatId(), message_id: messageId(), callback_data: text({ max: 64 }) },
  result: objectOfSchema({ callback_query_id: schemas.String }),
  refusals: ["BUTTON_NOT_FOUND"],
  example: {
    request: { chat_id: 1004, message_id: 8, callback_data: "yes" },
    result: { callback_query_id: "4611686018427387904" },
  },
  async run({ tx, actor, chat, message, deps, now, fail }, { callback_data }) {
    const pressed = { person: actor, chat, message, data: callback_data };
    const id = await press(tx, deps.app, pressed, deps.random.bytes, now);
    if (id === undefined) return fail("BUTTON_NOT_FOUND");
    return { callback_query_id: id };
  },
});
