/** sendRichMessageDraft: shows the blocks of what the bot is writing, before it sends the message (behaviour.md §4). */
import { described } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { readRich, richMessage } from "../messages/rich-fields.ts";
import { DRAFT_FIELDS, DRAFT_REFUSALS, showDraft } from "../messages/streamed-drafts.ts";

export const sendRichMessageDraft = botMethod({
  name: "sendRichMessageDraft",
  summary:
    "Shows the blocks of what the bot is writing, for 30 seconds or until its next message in the chat. Nothing of it is stored.",
  effect: "read",
  botRate: "drafts",
  access: { scope: "chat", rank: "speaker" },
  fields: {
    ...DRAFT_FIELDS,
    rich_message: described(richMessage(), "The message so far; a block of the type `thinking` stands for the rest."),
  },
  refusals: DRAFT_REFUSALS,
  example: {
    request: { chat_id: 1001, draft_id: 1, rich_message: { markdown: "# Report" }, can_stop: true },
    result: true,
  },
  prepare: ({ params, actor }) => readRich({ ...params.rich_message, draft: true }, actor),
  run: (call, params, { text, entities, rich }) => showDraft(call, params, { text, entities, rich }),
});
