/** Saves drafts on the server, those of one chat one after another, and finds drafts of other screens that are newer. */
import { MAX_TEXT } from "@heliogram/shared/limits.ts";
import type { SavedDraft } from "@heliogram/shared/wire.ts";
import { containsDraft, setConflict } from "../store/draft-conflicts.ts";
import {
  draftContent,
  markSaved,
  matchesServerDraft,
  mergeServerDraft,
  setDraftVersion,
  setUnsaved,
  storedReply,
  typedDraft,
} from "../store/drafts.ts";
import type { State, DraftContent } from "../store/state.ts";
import { readTyped } from "../model/text/typed-text.ts";
import { lengthOf } from "../model/text/split-text.ts";
import { isRetryable, retryDelay } from "../api/errors.ts";
import type { ActionDeps } from "./deps.ts";

/** The delay before a failed save is retried while connected. A reconnect saves all unsaved drafts at once. */
const RETRY_MS = 3000;
/** How many drafts of a chat without a response are remembered. */
const MAX_UNANSWERED = 20;

/**
 * How often each chat's draft was changed here. Comparing texts is not enough: the same text may be deleted and typed
 * again.
 */
export type EditCounts = Map<number, number>;

/** @returns a function that saves the draft of a chat after a delay */
export function draftSaver(
  deps: ActionDeps,
  edits: EditCounts,
  persist: () => void,
  reloadRow: (chat_id: number) => void,
): (chat_id: number, pause_ms: number) => void {
  const { store, clock } = deps;
  const waiting = new Map<number, () => void>();
  /** The running save of each chat. Saves of one chat run one after another, so that the server gets them in order. */
  const saving = new Map<number, Promise<void>>();
  const call = draftCall(deps);
  const save = async (chat_id: number) => {
    const edit = edits.get(chat_id);
    const written = draftContent(store.getState().drafts[chat_id]);
    const outcome = await call(chat_id, written);
    if (outcome === "kept here") return;
    if (outcome instanceof Error) {
      if (store.getState().connection === "open") scheduleSave(chat_id, retryDelay(outcome, 0, RETRY_MS));
      return;
    }
    if (outcome?.newer_draft) {
      if (receiveNewer(deps, chat_id, outcome.newer_draft, outcome.is_own)) scheduleSave(chat_id, 0);
      else if (!store.getState().unsaved_drafts.has(chat_id)) markThisSaved(chat_id, outcome);
      persist();
      return;
    }
    if (outcome) {
      store.setState(setDraftVersion(chat_id, outcome.version));
      if (store.getState().draft_conflicts[chat_id]?.version !== undefined)
        store.setState(setConflict(chat_id, undefined));
    }
    if (edits.get(chat_id) !== edit) return;
    if (outcome) markThisSaved(chat_id, outcome);
    else store.setState(setUnsaved(chat_id, false));
    persist();
  };
  const markThisSaved = (chat_id: number, { seq }: { readonly seq: number }) => {
    store.setState(markSaved(chat_id, seq));
    // A listed draft never replaces one that is being edited (`core/live/sync.ts`).
    const content = draftContent(store.getState().drafts[chat_id]);
    if (isOverwrittenSince(store.getState(), chat_id, content, seq)) reloadRow(chat_id);
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

interface Answer {
  readonly seq: number;
  readonly version: number;
  /** The draft of the server, which this one did not replace. */
  readonly newer_draft?: SavedDraft;
  /** Whether that draft was sent from here, by a call whose response was lost. */
  readonly is_own: boolean;
}

/** A function that saves a draft on the server if necessary. It returns an error if it is to be repeated. */
function draftCall({ api, store }: ActionDeps) {
  /** Chats whose draft may exist on the server even if the state shows none, because a save was sent. */
  const maybeSaved = new Set<number>();
  /** By chat, drafts that the server may have stored, because no response to them arrived. */
  const unanswered = new Map<number, DraftContent[]>();
  return async (chat_id: number, written: DraftContent): Promise<Answer | Error | "kept here" | undefined> => {
    const { text } = written;
    const { reply_to } = storedReply(chat_id, written);
    const { markdown, chats, draft_versions } = store.getState();
    // A text longer than one message is split when it is sent. Until then it stays on this screen only.
    const words = readTyped(text, markdown);
    if (lengthOf(words.text) > MAX_TEXT) return "kept here";
    const empty = text.trim() === "" && !reply_to;
    const known = maybeSaved.has(chat_id) || chats?.[chat_id]?.settings.draft !== undefined;
    if (!known && empty) return undefined;
    if (!empty) maybeSaved.add(chat_id);
    const content = { text: words.text, entities: [...words.entities] };
    const reply = reply_to ? { reply_to_message_id: reply_to.message_id } : {};
    const lost = unanswered.get(chat_id) ?? [];
    try {
      const base_version = draft_versions[chat_id] ?? 0;
      const answer = await api.call("saveDraft", { chat_id, ...content, ...reply, base_version });
      const { newer_draft } = answer;
      if (empty && !newer_draft) maybeSaved.delete(chat_id);
      unanswered.delete(chat_id);
      const is_own = lost.some((each) => matchesServerDraft(store.getState(), chat_id, each, newer_draft));
      return { ...answer, is_own };
    } catch (error) {
      // A rejected draft stays unsaved here. Only its next change is saved again.
      if (!isRetryable(error) || !(error instanceof Error)) return "kept here";
      unanswered.set(chat_id, [...lost, written].slice(-MAX_UNANSWERED));
      return error;
    }
  };
}

/**
 * The server has a draft of another screen that is newer than the one that the draft here was made from.
 * @returns whether the draft here replaces it, because no text is lost then
 */
function receiveNewer({ store }: ActionDeps, chat_id: number, newer: SavedDraft, is_own: boolean): boolean {
  const mine = draftContent(store.getState().drafts[chat_id]);
  const other = typedDraft(store.getState(), newer);
  if (is_own || containsDraft(mine, other)) {
    store.setState(setDraftVersion(chat_id, newer.version));
    store.setState(setConflict(chat_id, undefined));
    return true;
  }
  if (mine.text.trim() === "") {
    store.setState(setUnsaved(chat_id, false));
    store.setState(mergeServerDraft(chat_id, newer));
    store.setState(setConflict(chat_id, undefined));
    return false;
  }
  store.setState(setConflict(chat_id, { content: other, version: newer.version }));
  return false;
}

/**
 * Whether another screen changed the draft after this save, in an event that was deferred because the draft here was
 * unsaved.
 */
function isOverwrittenSince(state: State, chat_id: number, written: DraftContent, seq: number): boolean {
  const passed = state.deferred_drafts[chat_id];
  return passed !== undefined && passed.seq > seq && !matchesServerDraft(state, chat_id, written, passed.draft);
}
