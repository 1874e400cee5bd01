/** What is written but not sent: kept while the person looks elsewhere, and between visits. */
import { EMPTY_DRAFT, setDraft } from "../store/drafts.ts";
import type { Draft } from "../store/state.ts";
import type { ActionDeps } from "./deps.ts";

const STORED = "drafts";
const PAUSE_MS = 400;

export interface DraftActions {
  changeDraft(chat_id: number, change: (draft: Draft) => Draft): void;
  /** Takes up what an earlier visit left. */
  resumeDrafts(): void;
}

export function draftActions({ store, storage, clock }: ActionDeps): DraftActions {
  let callOff = () => {};
  return {
    changeDraft(chat_id, change) {
      store.setState(setDraft(chat_id, change(store.getState().drafts[chat_id] ?? EMPTY_DRAFT)));
      callOff();
      callOff = clock.after(PAUSE_MS, () => storage.write(STORED, store.getState().drafts));
    },
    resumeDrafts() {
      const stored = storage.read(STORED);
      if (typeof stored === "object" && stored !== null) store.setState({ drafts: stored as Record<number, Draft> });
    },
  };
}
