/** saveDraft: saves the person's draft of a chat, for all their clients. */
import { changeSettings } from "../../app/chats/chat-settings.ts";
import { MAX_DRAFT } from "../../domain/chat-settings.ts";
import { formatDraft } from "../../domain/text/format-text.ts";
import { findMessage } from "../../store/queries/messages/messages.ts";
import { streamState } from "../../store/queries/streams/streams.ts";
import { chatId, described, int, optional, ParameterError, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { entitiesField } from "../common/text-fields.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";

export const saveDraft = userMethod({
  name: "saveDraft",
  summary:
    "Saves the draft of a chat, in place of the previous one; without text and reply, removes it. Events (`seq`) up to the returned number are about older drafts of the chat.",
  effect: "write",
  access: { scope: "chat", rank: "member" },
  fields: {
    chat_id: chatId(),
    text: described(optional(text()), `At most ${MAX_DRAFT} characters, saved unchanged.`),
    entities: optional(entitiesField()),
    reply_to_message_id: described(optional(int()), "The message that is to be answered."),
  },
  result: objectOfSchema({ seq: schemas.Integer }),
  codes: [400, 401, 403, 404],
  refusals: ["REPLY_NOT_FOUND"],
  example: { request: { chat_id: 1002, text: "See you" }, result: { seq: 12 } },
  prepare: (_deps, params) => {
    const read = formatDraft(params.text ?? "", params.entities ?? [], MAX_DRAFT);
    if (!read.ok) throw new ParameterError(read.error);
    return read;
  },
  async run({ tx, chat, actor, now, fail }, { reply_to_message_id }, { text: words, entities }) {
    const reply_to = reply_to_message_id ?? null;
    if (reply_to !== null && !(await findMessage(tx, chat.id, reply_to))) return fail("REPLY_NOT_FOUND");
    const isEmpty = words.trim() === "" && reply_to === null;
    const draft = isEmpty ? null : { text: words, entities, reply_to, date: now };
    // The row is locked, so the events of earlier drafts are in the person's stream already, and none comes in between.
    const seq = (await streamState(tx, actor.id))!.head;
    await changeSettings(tx, actor, chat, { draft });
    return { seq };
  },
});
