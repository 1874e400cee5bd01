/** Updates of the streamed drafts: what bots show of messages that they have not sent yet. */
import type { StreamedDraft } from "../model/messages/streamed-draft.ts";
import type { Change } from "./state.ts";

/** Shows a draft in place of an earlier one of the same bot. */
export function showStreamedDraft(draft: StreamedDraft): Change {
  const { chat_id, user } = draft;
  return ({ streamed_drafts: all }) => {
    const before = all[chat_id] ?? [];
    const isKnown = before.some((each) => each.user.id === user.id);
    const drafts = isKnown ? before.map((each) => (each.user.id === user.id ? draft : each)) : [...before, draft];
    return { streamed_drafts: { ...all, [chat_id]: drafts } };
  };
}

/** Ends the draft of a bot: this one if it is given, otherwise any. */
export function endStreamedDraft(chat_id: number, user_id: number, draft_id?: number): Change {
  return ({ streamed_drafts: all }) => {
    const before = all[chat_id];
    if (!before) return {};
    const isOver = (each: StreamedDraft) =>
      each.user.id === user_id && (draft_id === undefined || each.draft_id === draft_id);
    const others = before.filter((each) => !isOver(each));
    if (others.length === before.length) return {};
    const { [chat_id]: _, ...rest } = all;
    return { streamed_drafts: others.length === 0 ? rest : { ...rest, [chat_id]: others } };
  };
}
