/** sendMessageDraft: shows what the bot is writing, before it sends the message (behaviour.md §4). */
import { sendsAsChat } from "../../domain/chats.ts";
import { bool, chatId, described, int, optional, ParameterError, text, type Field } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";
import { requireSending, SENDING_REFUSALS } from "../messages/sending.ts";
import { entitiesField, parseMode, readDraftText } from "../messages/text-fields.ts";

export const sendMessageDraft = botMethod({
  name: "sendMessageDraft",
  summary:
    "Shows what the bot is writing, for 30 seconds or until its next message in the chat. Nothing of it is stored.",
  effect: "read",
  botRate: "drafts",
  access: { scope: "chat", rank: "speaker" },
  fields: {
    chat_id: chatId(),
    draft_id: described(
      draftId(),
      "Not 0. The same id changes what is shown, and another one begins another draft in its place.",
    ),
    text: described(
      optional(text()),
      "0 to 4096 characters after parsing entities. Empty while there is no text: people see that the bot is thinking.",
    ),
    parse_mode: optional(parseMode()),
    entities: optional(entitiesField()),
    can_stop: described(
      optional(bool()),
      "Let people stop the draft. The bot then gets the update `stopped_message_generation`.",
    ),
    keep_on_stop: described(optional(bool()), "Keep the draft visible when it was stopped, until it ends."),
  },
  refusals: [...SENDING_REFUSALS, "DRAFT_PEER_INVALID"],
  example: { request: { chat_id: 1001, draft_id: 1, text: "The answer is", can_stop: true }, result: true },
  prepare: ({ params }) => readDraftText(params.text ?? "", params.parse_mode, params.entities),
  async run(call, { draft_id, can_stop = false, keep_on_stop = false }, formatted) {
    const { deps, chat, actor, member, fail } = call;
    requireSending(call, "text");
    // It would reveal who is about to write.
    if (sendsAsChat(chat, member)) return fail("DRAFT_PEER_INVALID");
    deps.drafts.send(chat.id, actor.id, { draft_id, ...formatted, can_stop, keep_on_stop });
    return true;
  },
});

function draftId(): Field<number> {
  const { read, schema } = int();
  return {
    read(raw, name, options) {
      const id = read(raw, name, options);
      if (id === 0) throw new ParameterError(`invalid ${name}: must not be 0`);
      return id;
    },
    schema,
  };
}
