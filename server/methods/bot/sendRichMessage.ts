/** sendRichMessage: sends a message of blocks: headings, lists, tables, code, quotes. */
import { chatId, described } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { richMessage } from "../messages/rich-fields.ts";
import { kindsOfRich, prepareRich, saveRich } from "../messages/rich-files.ts";
import { requireSendable, sendOne, SEND_FIELDS, SEND_REFUSALS } from "../messages/sending.ts";

export const sendRichMessage = botMethod({
  name: "sendRichMessage",
  summary: "Sends a message of blocks, such as headings, lists, tables and code, as Markdown, HTML or JSON.",
  effect: "write",
  access: { scope: "chat", rank: "speaker" },
  sends: true,
  files: (limits) => ({ rich_message: limits.media_group_file }),
  fields: {
    chat_id: chatId(),
    rich_message: described(
      richMessage(),
      "1 to 32768 characters after parsing; uploaded files are named by attach://<part>.",
    ),
    ...SEND_FIELDS,
  },
  result: schemas.Message,
  refusals: [...SEND_REFUSALS, "BAD_MEDIA", "FILE_TOO_BIG", "WRONG_FILE_ID"],
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
  precheck: async (call, params) => requireSendable(call, await kindsOfRich(params.rich_message, call.actor), params),
  prepare: (call) => prepareRich(call, call.params.rich_message),
  run: async (call, params, prepared) => sendOne(call, params, await saveRich(call, prepared)),
});
