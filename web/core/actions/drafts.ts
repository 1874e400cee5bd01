/**
 * Drafts: kept in the state, persisted in the browser, and synchronised with the person's other screens through the
 * server.
 */
import {
  EMPTY_DRAFT,
  matchesServerDraft,
  sameContent,
  setDraft,
  markSaved,
  setUnsaved,
  draftContent,
} from "../store/drafts.ts";
import type { Draft, State, DraftContent } from "../store/state.ts";
import { readTyped } from "../model/text/typed-text.ts";
import { lengthOf, MAX_TEXT } from "../model/text/split-text.ts";
import { isRetryable, retryDelay } from "../api/errors.ts";
import type { ActionDeps } from "./deps.ts";

const STORED = "drafts";
const PERSIST_MS = 400;
/** The draft is saved on the server after a pause of this length in typing. */
const SAVE_MS = 1000;
/** The delay before a failed save is retried while connected. A reconnect saves all unsaved drafts at once. */
const RETRY_MS = 3000;

export interface DraftActions {
  changeDraft(chat_id: number, change: (draft: Draft) => Draft): void;
  /** Persists a draft that was changed a moment ago; called when the page goes away. */
  persistNow(): void;
  /** Restores the drafts of an earlier visit. */
  restoreDrafts(): void;
  /** Saves all unsaved drafts; called after a reconnect. */
  saveUnsavedDrafts(): void;
}

interface Stored {
  readonly drafts: State["drafts"];
  readonly unsaved: readonly number[];
}

/** @param reloadRow - reloads the row of a chat, including the draft on the server */
export function draftActions(deps: ActionDeps, reloadRow: (chat_id: number) => void): DraftActions {
  const { store, storage, clock } = deps;
  let cancelTimer: (() => void) | undefined;
  const write = () => {
    cancelTimer = undefined;
    const { drafts, unsaved_drafts } = store.getState();
    storage.write(STORED, { drafts, unsaved: [...unsaved_drafts] } satisfies Stored);
  };
  const persist = () => {
    cancelTimer?.();
    cancelTimer = clock.after(PERSIST_MS, write);
  };
  const edits: EditCounts = new Map();
  const scheduleSave = draftSaver(deps, edits, persist, reloadRow);
  return {
    changeDraft(chat_id, change) {
      const before = store.getState().drafts[chat_id];
      const after = change(before ?? EMPTY_DRAFT);
      store.setState(setDraft(chat_id, after));
      if (!sameContent(draftContent(before), draftContent(after))) {
        store.setState(setUnsaved(chat_id, true));
        edits.set(chat_id, (edits.get(chat_id) ?? 0) + 1);
        scheduleSave(chat_id, draftContent(after).text === "" ? 0 : SAVE_MS);
      }
      persist();
    },
    persistNow() {
      // After the end of a session there is nothing to persist.
      if (!cancelTimer) return;
      cancelTimer();
      write();
    },
    restoreDrafts() {
      const stored = storage.read(STORED) as Partial<Stored> | undefined;
      if (stored?.drafts && stored.unsaved) {
        store.setState({ drafts: stored.drafts, unsaved_drafts: new Set(stored.unsaved) });
      }
    },
    saveUnsavedDrafts() {
      for (const chat_id of store.getState().unsaved_drafts) scheduleSave(chat_id, 0);
    },
  };
}

/**
 * How often each chat's draft was changed here. Comparing texts is not enough: the same text may be deleted and typed
 * again.
 */
type EditCounts = Map<number, number>;

/** @returns a function that saves the draft of a chat after a delay */
function draftSaver(
  { api, store, clock }: ActionDeps,
  edits: EditCounts,
  persist: () => void,
  reloadRow: (chat_id: number) => void,
): (chat_id: number, pause_ms: number) => void {
  const waiting = new Map<number, () => void>();
  /** The running save of each chat. Saves of one chat run one after another, so that the server gets them in order. */
  const saving = new Map<number, Promise<void>>();
  /** Chats whose draft may exist on the server even if the state shows none, because a save was sent. */
  const maybeSaved = new Set<number>();
  const save = async (chat_id: number) => {
    const edit = edits.get(chat_id);
    const written = draftContent(store.getState().drafts[chat_id]);
    const { text, reply_to } = written;
    // A text longer than one message is split when it is sent. Until then it stays on this screen only.
    const words = readTyped(text, store.getState().markdown);
    if (lengthOf(words.text) > MAX_TEXT) return;
    const empty = text.trim() === "" && !reply_to;
    const known = maybeSaved.has(chat_id) || store.getState().chats?.[chat_id]?.settings.draft !== undefined;
    if (!empty) maybeSaved.add(chat_id);
    const content = { text: words.text, entities: [...words.entities] };
    const reply = reply_to ? { reply_to_message_id: reply_to.message_id } : {};
    let answer: { readonly seq: number } | undefined;
    try {
      if (known || !empty) answer = await api.call("saveDraft", { chat_id, ...content, ...reply });
      if (empty) maybeSaved.delete(chat_id);
    } catch (error) {
      if (isRetryable(error) && store.getState().connection === "open")
        scheduleSave(chat_id, retryDelay(error, 0, RETRY_MS));
      // A rejected draft stays unsaved here. Only its next change is saved again.
      return;
    }
    if (edits.get(chat_id) !== edit) return;
    store.setState(answer ? markSaved(chat_id, answer.seq) : setUnsaved(chat_id, false));
    // A listed draft never replaces one that is being edited (`core/live/sync.ts`).
    if (answer && isOverwrittenSince(store.getState(), chat_id, written, answer.seq)) reloadRow(chat_id);
    persist();
  };
  const scheduleSave = (chat_id: number, pause_ms: number) => {
    waiting.get(chat_id)?.();
    waiting.set(
      chat_id,
      clock.after(pause_ms, () => {
        waiting.delete(chat_id);
        saving.set(
          chat_id,
          (saving.get(chat_id) ?? Promise.resolve()).then(() => save(chat_id)),
        );
      }),
    );
  };
  return scheduleSave;
}

/**
 * Whether another screen changed the draft after this save, in an event that was deferred because the draft here was
 * unsaved.
 */
function isOverwrittenSince(state: State, chat_id: number, written: DraftContent, seq: number): boolean {
  const passed = state.deferred_drafts[chat_id];
  return passed !== undefined && passed.seq > seq && !matchesServerDraft(state, written, passed.draft);
}
