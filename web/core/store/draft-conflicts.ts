/** Two drafts of one chat or topic that were written on two screens at the same time: both stay until the person decides. */
import type { SavedDraft } from "@heliogram/shared/wire.ts";
import type { Place } from "../model/chats/place.ts";
import { replyTarget } from "../model/messages/quote.ts";
import { withEntry } from "./records.ts";
import type { Change, DraftConflict, DraftContent } from "./state.ts";

/** Sets or removes the other draft of a chat or topic. */
export function setConflict(place: Place, conflict: DraftConflict | undefined): Change {
  return ({ draft_conflicts: before }) => {
    if (conflict) return { draft_conflicts: withEntry(before, place, conflict) };
    const { [place]: _, ...others } = before;
    return place in before ? { draft_conflicts: others } : {};
  };
}

/** The other draft was removed on its screen, where it may have been sent. A changed one is returned by the next save. */
export function followOther(place: Place, draft: SavedDraft | undefined): Change {
  return (state) => {
    const isOfServer = state.draft_conflicts[place]?.version !== undefined;
    return isOfServer && !draft ? setConflict(place, undefined)(state) : {};
  };
}

/** Whether no text of the other draft is lost if this one replaces it. */
export function containsDraft(mine: DraftContent, other: DraftContent): boolean {
  return mine.text.trim().startsWith(other.text.trim());
}

/** Both texts in one draft. */
export function joinDrafts(mine: DraftContent, other: DraftContent): DraftContent {
  return { text: `${mine.text.trimEnd()}\n${other.text}`, ...replyTarget(mine.reply_to ? mine : other) };
}
