/** sendMessage: sends a text message (interface.md, sendMessage). */
import { chatId, described, missing, optional, text } from "../engine/fields.ts";
import { PREVIEW_FIELDS, linkPreviewOptions } from "../messages/display-options.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { bodyOf, sendOne, SEND_FIELDS, SEND_REFUSALS } from "../messages/sending.ts";
import { entitiesField, parseMode, readText } from "../messages/text-fields.ts";

export const sendMessage = botMethod({
  name: "sendMessage",
  summary: "Sends a text message.",
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  sends: true,
  fields: {
    chat_id: chatId(),
    text: described(missing(text(), "message text is empty"), "1 to 4096 characters after parsing entities."),
    parse_mode: optional(parseMode()),
    entities: optional(entitiesField()),
    ...PREVIEW_FIELDS,
    ...SEND_FIELDS,
  },
  result: schemas.Message,
  refusals: SEND_REFUSALS,
  example: {
    request: { chat_id: 1001, text: "<b>Hello</b>", parse_mode: "HTML" },
    result: {
      message_id: 8,
      from: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
      chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
      date: 1_767_225_600,
      text: "Hello",
      entities: [{ type: "bold", offset: 0, length: 5 }],
    },
  },
  prepare: ({ params }) =>
    bodyOf(readText(params.text, params.parse_mode, params.entities), linkPreviewOptions(params)),
  run: sendOne,
});
