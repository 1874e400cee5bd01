/** editMessageReplyMarkup: changes or removes the inline keyboard under a message the bot sent. */
import { EDIT_FIELDS, EDIT_REFUSALS, requireEditable, saveEdit, withMarkup } from "../messages/editing.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const editMessageReplyMarkup = botMethod({
  name: "editMessageReplyMarkup",
  summary: "Changes or removes the inline keyboard of a message the bot sent.",
  effect: "write",
  botRate: "edits",
  access: { scope: "chat", rank: "speaker", message: "message_id", purpose: "to edit" },
  fields: EDIT_FIELDS,
  result: schemas.Message,
  refusals: EDIT_REFUSALS,
  example: {
    request: {
      chat_id: 1001,
      message_id: 8,
      reply_markup: { inline_keyboard: [[{ text: "Yes", callback_data: "yes" }]] },
    },
    result: {
      message_id: 8,
      from: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
      chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
      date: 1_767_225_600,
      text: "Shall we?",
      reply_markup: { inline_keyboard: [[{ text: "Yes", callback_data: "yes" }]] },
    },
  },
  async run(call, params) {
    requireEditable(call);
    const { text, content } = call.message;
    return saveEdit(call, text, withMarkup(call, content, params.reply_markup), { visible: false });
  },
});
