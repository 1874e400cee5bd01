/**
 * Drafts: kept in the state, persisted in the browser, and synchronised with the person's other screens through the
 * server.
 */
import type { Place } from "../model/chats/place.ts";
import { joinDrafts, setConflict } from "../store/draft-conflicts.ts";
import {
  EMPTY_DRAFT,
  sameContent,
  setDraft,
  setDraftVersion,
  setUnsaved,
  draftContent,
  withContent,
} from "../store/drafts.ts";
import type { Draft, DraftContent } from "../store/state.ts";
import type { ActionDeps } from "./deps.ts";
import { draftSaver, type EditCounts } from "./draft-saver.ts";
import { DraftStorage } from "./stored-drafts.ts";

const PERSIST_MS = 400;
/** The draft is saved on the server after a pause of this length in typing. */
const SAVE_MS = 1000;

/** What becomes of the other draft of a chat: it replaces the one here, is added to it, or is discarded. */
export type ConflictDecision = "use" | "add" | "discard";

const DECIDED: Readonly<Record<ConflictDecision, (mine: DraftContent, other: DraftContent) => DraftContent>> = {
  use: (_mine, other) => other,
  add: joinDrafts,
  discard: (mine) => mine,
};

export interface DraftActions {
  /** Changes the draft of a chat or topic. Those of topics are not saved on the server, which has one for each chat. */
  changeDraft(place: Place, change: (draft: Draft) => Draft): void;
  /** Decides between the draft here and another one of the chat (`State.draft_conflicts`). */
  resolveConflict(chat_id: number, decision: ConflictDecision): void;
  /** Persists a draft that was changed a moment ago; called when the page goes away. */
  persistNow(): void;
  /** Restores the drafts of an earlier visit. */
  restoreDrafts(): void;
  /** Saves all unsaved drafts; called after a reconnect. */
  saveUnsavedDrafts(): void;
}

/** @param reloadRow - reloads the row of a chat, including the draft on the server */
export function draftActions(deps: ActionDeps, reloadRow: (chat_id: number) => void): DraftActions {
  const { store, clock } = deps;
  const stored = new DraftStorage(store, deps.storage);
  let cancelTimer: (() => void) | undefined;
  const write = () => {
    cancelTimer = undefined;
    stored.write();
  };
  const persist = () => {
    cancelTimer?.();
    cancelTimer = clock.after(PERSIST_MS, write);
  };
  const edits: EditCounts = new Map();
  const scheduleSave = draftSaver(deps, edits, persist, reloadRow);
  const markChanged = (chat_id: number, pause_ms: number) => {
    store.setState(setUnsaved(chat_id, true));
    edits.set(chat_id, (edits.get(chat_id) ?? 0) + 1);
    scheduleSave(chat_id, pause_ms);
  };
  // A draft that was held back by another one is saved when that one is gone.
  store.subscribe(({ draft_conflicts, unsaved_drafts }, before) => {
    if (draft_conflicts === before.draft_conflicts) return;
    for (const chat_id of unsaved_drafts) {
      if (before.draft_conflicts[chat_id] && !draft_conflicts[chat_id]) scheduleSave(chat_id, 0);
    }
  });
  return {
    changeDraft(place, change) {
      const before = store.getState().drafts[place];
      const after = change(before ?? EMPTY_DRAFT);
      store.setState(setDraft(place, after));
      if (typeof place === "number" && !sameContent(draftContent(before), draftContent(after))) {
        markChanged(place, draftContent(after).text === "" ? 0 : SAVE_MS);
      }
      persist();
    },
    resolveConflict(chat_id, decision) {
      const { drafts, draft_conflicts } = store.getState();
      const conflict = draft_conflicts[chat_id];
      if (!conflict) return;
      const { content: other, version } = conflict;
      const mine = draftContent(drafts[chat_id]);
      if (version !== undefined) store.setState(setDraftVersion(chat_id, version));
      store.setState(setDraft(chat_id, withContent(drafts[chat_id], DECIDED[decision](mine, other))));
      store.setState(setConflict(chat_id, undefined));
      markChanged(chat_id, 0);
      persist();
    },
    persistNow() {
      // After the end of a session there is nothing to persist.
      if (!cancelTimer) return;
      cancelTimer();
      write();
    },
    restoreDrafts: () => stored.restore(),
    saveUnsavedDrafts() {
      for (const chat_id of store.getState().unsaved_drafts) scheduleSave(chat_id, 0);
    },
  };
}
