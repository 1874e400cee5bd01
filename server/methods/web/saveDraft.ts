/** saveDraft: keeps what the person has written but not sent, for all their screens. */
import { changeSettings } from "../../app/chat-settings.ts";
import { MAX_DRAFT } from "../../domain/chat-settings.ts";
import { formatDraft } from "../../domain/text/format-text.ts";
import { findMessage } from "../../store/messages.ts";
import { streamState } from "../../store/streams.ts";
import { chatId, described, int, optional, ParameterFault, text } from "../fields.ts";
import { webMethod } from "../method.ts";
import { entitiesField } from "../text-fields.ts";
import { objectOfSchema, schemas } from "../schemas.ts";

export const saveDraft = webMethod({
  name: "saveDraft",
  summary:
    "Keeps a text that is not sent yet, in the place of the one before; without text and reply, none is kept. News (`seq`) up to the number that is answered tell of older drafts of the chat.",
  effect: "write",
  access: { scope: "chat", rank: "member" },
  fields: {
    chat_id: chatId(),
    text: described(optional(text()), `At most ${MAX_DRAFT} characters, kept as they stand.`),
    entities: optional(entitiesField()),
    reply_to_message_id: described(optional(int()), "The message that is to be answered."),
  },
  result: objectOfSchema({ seq: schemas.Integer }),
  codes: [400, 401, 403, 404],
  refusals: ["REPLY_NOT_FOUND"],
  example: { request: { chat_id: 1002, text: "See you" }, result: { seq: 12 } },
  prepare: (_deps, params) => {
    const read = formatDraft(params.text ?? "", params.entities ?? [], MAX_DRAFT);
    if (!read.ok) throw new ParameterFault(read.error);
    return read;
  },
  async run({ tx, chat, actor, now, fail }, { reply_to_message_id }, { text: words, entities }) {
    const reply_to = reply_to_message_id ?? null;
    if (reply_to !== null && !(await findMessage(tx, chat.id, reply_to))) return fail("REPLY_NOT_FOUND");
    const isEmpty = words.trim() === "" && reply_to === null;
    const draft = isEmpty ? null : { text: words, entities, reply_to, date: now };
    // The chat is held: drafts before this one are among the person's news already, and none comes between.
    const seq = (await streamState(tx, actor.id))!.head;
    await changeSettings(tx, actor, chat, { draft });
    return { seq };
  },
});
