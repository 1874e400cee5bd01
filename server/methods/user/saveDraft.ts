/** saveDraft: saves the person's draft of a chat or topic, for all their clients. */
import { MAX_TEXT } from "@heliogram/shared/limits.ts";
import type * as Wire from "@heliogram/shared/wire.ts";
import { changeDraft } from "../../app/chats/change-draft.ts";
import { sameDraft } from "../../domain/chat-settings.ts";
import { formatDraft } from "../../domain/text/format-text.ts";
import { presentDraft } from "../../present/chat-settings.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { findMessage } from "../../store/queries/messages/messages.ts";
import { streamState } from "../../store/queries/streams/streams.ts";
import { chatId, described, int, optional, ParameterError, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { requireTopic, TOPIC_REFUSALS } from "../messages/topics.ts";
import { entitiesField } from "../messages/text-fields.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";

export const saveDraft = userMethod({
  name: "saveDraft",
  summary:
    "Saves the draft of a chat or of one of its topics, in place of the previous one there; without text and reply, removes it. Events (`seq`) up to the returned number are about older drafts. Nothing is saved if another client has saved a draft since the version `base_version`: it is returned as `newer_draft`. `version` is that of the draft that is there now, or 0.",
  effect: "write",
  access: { scope: "chat", rank: "member" },
  fields: {
    chat_id: chatId(),
    message_thread_id: described(
      optional(int()),
      "The topic; 1 is General. Without it, the draft is that of the chat as a whole.",
    ),
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
  refusals: ["REPLY_NOT_FOUND", ...TOPIC_REFUSALS],
  example: { request: { chat_id: 1002, text: "See you", base_version: 9 }, result: { seq: 12, version: 13 } },
  prepare: ({ params }) => {
    const read = formatDraft(params.text ?? "", params.entities ?? [], MAX_TEXT);
    if (!read.ok) throw new ParameterError(read.error);
    return read;
  },
  async run(call, { message_thread_id, reply_to_message_id, base_version }, { text: words, entities }) {
    const { tx, chat, actor, deps, now, fail } = call;
    const thread_id = message_thread_id ? (await requireTopic(call, message_thread_id)).thread_id : undefined;
    const reply_to = reply_to_message_id ?? null;
    if (reply_to !== null && !(await findMessage(tx, chat.id, reply_to))) return fail("REPLY_NOT_FOUND");
    const isEmpty = words.trim() === "" && reply_to === null;
    // The row is locked, so the events of earlier drafts are in the person's stream already, and none comes in between.
    const seq = (await streamState(tx, actor.id))!.last_seq;
    const draft = isEmpty ? null : { text: words, entities, reply_to, date: now, version: seq + 1 };
    const saved = await changeDraft(tx, { person: actor, chat, thread_id }, draft, base_version);
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
