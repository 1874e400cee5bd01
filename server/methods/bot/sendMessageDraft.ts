/** sendMessageDraft: shows what the bot is writing, before it sends the message (behaviour.md §4). */
import { described, optional, text } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { DRAFT_FIELDS, DRAFT_REFUSALS, showDraft } from "../messages/streamed-drafts.ts";
import { entitiesField, parseMode, readDraftText } from "../messages/text-fields.ts";

export const sendMessageDraft = botMethod({
  name: "sendMessageDraft",
  summary:
    "Shows what the bot is writing, for 30 seconds or until its next message in the chat. Nothing of it is stored.",
  effect: "read",
  botRate: "drafts",
  access: { scope: "chat", rank: "speaker" },
  fields: {
    ...DRAFT_FIELDS,
    text: described(
      optional(text()),
      "0 to 4096 characters after parsing entities. Empty while there is no text: people see that the bot is thinking.",
    ),
    parse_mode: optional(parseMode()),
    entities: optional(entitiesField()),
  },
  refusals: DRAFT_REFUSALS,
  example: { request: { chat_id: 1001, draft_id: 1, text: "The answer is", can_stop: true }, result: true },
  prepare: ({ params }) => readDraftText(params.text ?? "", params.parse_mode, params.entities),
  run: (call, params, formatted) => showDraft(call, params, formatted),
});
