/** Updates of the streamed drafts: what bots show of messages that they have not sent yet. */
import { GENERAL } from "../model/chats/place.ts";
import type { StreamedDraft } from "../model/messages/streamed-draft.ts";
import type { Change } from "./state.ts";

/** Shows a draft in place of an earlier one of the same bot in the same topic. */
export function showStreamedDraft(draft: StreamedDraft): Change {
  const { chat_id } = draft;
  return ({ streamed_drafts: all }) => {
    const before = all[chat_id] ?? [];
    const isSame = (each: StreamedDraft) => each.user.id === draft.user.id && threadOf(each) === threadOf(draft);
    const drafts = before.some(isSame) ? before.map((each) => (isSame(each) ? draft : each)) : [...before, draft];
    return { streamed_drafts: { ...all, [chat_id]: drafts } };
  };
}

interface EndedDraft {
  readonly chat_id: number;
  readonly message_thread_id?: number | undefined;
  readonly user_id: number;
  /** By default any. */
  readonly draft_id?: number;
}

/** Ends the draft of a bot. */
export function endStreamedDraft({ chat_id, user_id, draft_id, ...place }: EndedDraft): Change {
  return ({ streamed_drafts: all }) => {
    const before = all[chat_id];
    if (!before) return {};
    const isOver = (each: StreamedDraft) =>
      each.user.id === user_id &&
      threadOf(each) === threadOf(place) &&
      (draft_id === undefined || each.draft_id === draft_id);
    const others = before.filter((each) => !isOver(each));
    if (others.length === before.length) return {};
    const { [chat_id]: _, ...rest } = all;
    return { streamed_drafts: others.length === 0 ? rest : { ...rest, [chat_id]: others } };
  };
}

/** Messages in General name no topic, and neither do those outside of topics. */
function threadOf({ message_thread_id = GENERAL }: { readonly message_thread_id?: number | undefined }): number {
  return message_thread_id;
}
