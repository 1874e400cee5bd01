/** saveDraft: saves the person's draft of a chat, for all their clients. */
import { MAX_TEXT } from "@heliogram/shared/limits.ts";
import type * as Wire from "@heliogram/shared/wire.ts";
import { changeDraft } from "../../app/chats/change-settings.ts";
import { sameDraft } from "../../domain/chat-settings.ts";
import { formatDraft } from "../../domain/text/format-text.ts";
import { presentDraft } from "../../present/chat-settings.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { findMessage } from "../../store/queries/messages/messages.ts";
import { streamState } from "../../store/queries/streams/streams.ts";
import { chatId, described, int, optional, ParameterError, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { entitiesField } from "../messages/text-fields.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";

export const saveDraft = userMethod({
  name: "saveDraft",
  summary:
    "Saves the draft of a chat, in place of the previous one; without text and reply, removes it. Events (`seq`) up to the returned number are about older drafts of the chat. Nothing is saved if another client has saved a draft since the version `base_version`: it is returned as `newer_draft`. `version` is that of the draft that the chat has now, or 0.",
  effect: "write",
  access: { scope: "chat", rank: "member" },
  fields: {
    chat_id: chatId(),
    text: described(optional(text()), `At most ${MAX_TEXT} characters, saved unchanged.`),
    entities: optional(entitiesField()),
    reply_to_message_id: described(optional(int()), "The message that is to be answered."),
    base_version: described(
      optional(int()),
      "The `version` of the draft that this one was made from, 0 if there was none. Without it, any draft is replaced.",
    ),
  },
  result: objectOfSchema({ seq: schemas.Integer, version: schemas.Integer, newer_draft: schemas.SavedDraft }, [
    "newer_draft",
  ]),
  refusals: ["REPLY_NOT_FOUND"],
  example: { request: { chat_id: 1002, text: "See you", base_version: 9 }, result: { seq: 12, version: 13 } },
  prepare: ({ params }) => {
    const read = formatDraft(params.text ?? "", params.entities ?? [], MAX_TEXT);
    if (!read.ok) throw new ParameterError(read.error);
    return read;
  },
  async run({ tx, chat, actor, deps, now, fail }, { reply_to_message_id, base_version }, { text: words, entities }) {
    const reply_to = reply_to_message_id ?? null;
    if (reply_to !== null && !(await findMessage(tx, chat.id, reply_to))) return fail("REPLY_NOT_FOUND");
    const isEmpty = words.trim() === "" && reply_to === null;
    // The row is locked, so the events of earlier drafts are in the person's stream already, and none comes in between.
    const seq = (await streamState(tx, actor.id))!.last_seq;
    const draft = isEmpty ? null : { text: words, entities, reply_to, date: now, version: seq + 1 };
    const saved = await changeDraft(tx, actor, chat, draft, base_version);
    const answer: SaveDraftResult = { seq, version: saved?.version ?? 0 };
    if (saved === null || sameDraft(saved, draft)) return answer;
    const context = new ViewerContext(tx, actor, deps.app.fileIds);
    return { ...answer, newer_draft: await presentDraft(context, chat, saved) };
  },
});

interface SaveDraftResult {
  readonly seq: number;
  readonly version: number;
  readonly newer_draft?: Wire.SavedDraft;
}
