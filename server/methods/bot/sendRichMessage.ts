/** sendRichMessage: sends a message of blocks: headings, lists, tables, code, quotes. */
import { chatId, described } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { readRich, richMessage } from "../messages/rich-fields.ts";
import { sendOne, SEND_FIELDS, SEND_REFUSALS } from "../messages/sending.ts";

export const sendRichMessage = botMethod({
  name: "sendRichMessage",
  summary: "Sends a message of blocks, such as headings, lists, tables and code, as Markdown, HTML or JSON.",
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  sends: true,
  fields: {
    chat_id: chatId(),
    rich_message: described(richMessage(), "1 to 32768 characters after parsing."),
    ...SEND_FIELDS,
  },
  result: schemas.Message,
  refusals: SEND_REFUSALS,
  example: {
    request: { chat_id: 1001, rich_message: { markdown: "# Report\n\n- [x] tests" } },
    result: {
      message_id: 8,
      from: { id: 1002, is_bot: true, first_name: "Echo", username: "echo_bot" },
      chat: { id: 1001, type: "private", first_name: "Alice", username: "alice" },
      date: 1_767_225_600,
      text: "Report\n\n• ☑ tests",
      entities: [{ type: "bold", offset: 0, length: 6 }],
      rich_message: {
        blocks: [
          { type: "heading", text: "Report", size: 1 },
          {
            type: "list",
            items: [
              { label: "•", blocks: [{ type: "paragraph", text: "tests" }], has_checkbox: true, is_checked: true },
            ],
          },
        ],
      },
    },
  },
  prepare: ({ params, actor }) => readRich(params.rich_message, actor),
  run: sendOne,
});
