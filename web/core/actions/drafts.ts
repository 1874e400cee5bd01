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

/** What becomes of the other draft of a chat or topic: it replaces the one here, is added to it, or is discarded. */
export type ConflictDecision = "use" | "add" | "discard";

const DECIDED: Readonly<Record<ConflictDecision, (mine: DraftContent, other: DraftContent) => DraftContent>> = {
  use: (_mine, other) => other,
  add: joinDrafts,
  discard: (mine) => mine,
};

export interface DraftActions {
  /** Changes the draft of a chat or topic. */
  changeDraft(place: Place, change: (draft: Draft) => Draft): void;
  /** Decides between the draft here and another one of the same place (`State.draft_conflicts`). */
  resolveConflict(place: Place, decision: ConflictDecision): void;
  /** Persists a draft that was changed a moment ago; called when the page goes away. */
  persistNow(): void;
  /** Restores the drafts of an earlier visit. */
  restoreDrafts(): void;
  /** Saves all unsaved drafts; called after a reconnect. */
  saveUnsavedDrafts(): void;
}

/** @param reload - reloads a chat or topic, including the draft on the server */
export function draftActions(deps: ActionDeps, reload: (place: Place) => void): DraftActions {
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
  const scheduleSave = draftSaver(deps, edits, persist, reload);
  const markChanged = (place: Place, pause_ms: number) => {
    store.setState(setUnsaved(place, true));
    edits.set(place, (edits.get(place) ?? 0) + 1);
    scheduleSave(place, pause_ms);
  };
  // A draft that was held back by another one is saved when that one is gone.
  store.subscribe(({ draft_conflicts, unsaved_drafts }, before) => {
    if (draft_conflicts === before.draft_conflicts) return;
    for (const place of unsaved_drafts) {
      if (before.draft_conflicts[place] && !draft_conflicts[place]) scheduleSave(place, 0);
    }
  });
  return {
    changeDraft(place, change) {
      const before = store.getState().drafts[place];
      const after = change(before ?? EMPTY_DRAFT);
      store.setState(setDraft(place, after));
      if (!sameContent(draftContent(before), draftContent(after))) {
        markChanged(place, draftContent(after).text === "" ? 0 : SAVE_MS);
      }
      persist();
    },
    resolveConflict(place, decision) {
      const { drafts, draft_conflicts } = store.getState();
      const conflict = draft_conflicts[place];
      if (!conflict) return;
      const { content: other, version } = conflict;
      const mine = draftContent(drafts[place]);
      if (version !== undefined) store.setState(setDraftVersion(place, version));
      store.setState(setDraft(place, withContent(drafts[place], DECIDED[decision](mine, other))));
      store.setState(setConflict(place, undefined));
      markChanged(place, 0);
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
      for (const place of store.getState().unsaved_drafts) scheduleSave(place, 0);
    },
  };
}
