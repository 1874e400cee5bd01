/** Saves drafts on the server, those of one chat or topic one after another, and finds drafts of other screens that are newer. */
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
import { topicOf } from "../store/topics.ts";
import { chatIdOf, placeParams, threadIdOf, type Place } from "../model/chats/place.ts";
import { readTyped } from "../model/text/typed-text.ts";
import { lengthOf } from "../model/text/split-text.ts";
import { isRetryable, retryDelay } from "../api/errors.ts";
import type { ActionDeps } from "./deps.ts";

/** The delay before a failed save is retried while connected. A reconnect saves all unsaved drafts at once. */
const RETRY_MS = 3000;
/** How many drafts of a place without a response are remembered. */
const MAX_UNANSWERED = 20;

/**
 * How often the draft of each place was changed here. Comparing texts is not enough: the same text may be deleted and typed
 * again.
 */
export type EditCounts = Map<Place, number>;

/** @returns a function that saves the draft of a chat or topic after a delay */
export function draftSaver(
  deps: ActionDeps,
  edits: EditCounts,
  persist: () => void,
  reload: (place: Place) => void,
): (place: Place, pause_ms: number) => void {
  const { store, clock } = deps;
  const waiting = new Map<Place, () => void>();
  /** The running save of each place. Saves of one place run one after another, so that the server gets them in order. */
  const saving = new Map<Place, Promise<void>>();
  const call = draftCall(deps);
  const save = async (place: Place) => {
    const edit = edits.get(place);
    const written = draftContent(store.getState().drafts[place]);
    const outcome = await call(place, written);
    if (outcome === "kept here") return;
    if (outcome instanceof Error) {
      if (store.getState().connection === "open") scheduleSave(place, retryDelay(outcome, 0, RETRY_MS));
      return;
    }
    if (outcome?.newer_draft) {
      if (receiveNewer(deps, place, outcome.newer_draft, outcome.is_own)) scheduleSave(place, 0);
      else if (!store.getState().unsaved_drafts.has(place)) markThisSaved(place, outcome);
      persist();
      return;
    }
    if (outcome) {
      store.setState(setDraftVersion(place, outcome.version));
      if (store.getState().draft_conflicts[place]?.version !== undefined) store.setState(setConflict(place, undefined));
    }
    if (edits.get(place) !== edit) return;
    if (outcome) markThisSaved(place, outcome);
    else store.setState(setUnsaved(place, false));
    persist();
  };
  const markThisSaved = (place: Place, { seq }: { readonly seq: number }) => {
    store.setState(markSaved(place, seq));
    // A listed draft never replaces one that is being edited (`core/live/sync.ts`).
    const content = draftContent(store.getState().drafts[place]);
    if (isOverwrittenSince(store.getState(), place, content, seq)) reload(place);
  };
  const scheduleSave = (place: Place, pause_ms: number) => {
    waiting.get(place)?.();
    waiting.set(
      place,
      clock.after(pause_ms, () => {
        waiting.delete(place);
        saving.set(
          place,
          (saving.get(place) ?? Promise.resolve()).then(() => save(place)),
        );
      }),
    );
  };
  return scheduleSave;
}

/** The draft of the server, as far as the chat or topic is loaded. */
function serverDraft(state: State, place: Place): SavedDraft | undefined {
  const thread_id = threadIdOf(place);
  if (thread_id === undefined) return state.chats?.[chatIdOf(place)]?.settings.draft;
  return topicOf(state, chatIdOf(place), thread_id)?.draft;
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
  /** Places whose draft may exist on the server even if the state shows none, because a save was sent. */
  const maybeSaved = new Set<Place>();
  /** By place, drafts that the server may have stored, because no response to them arrived. */
  const unanswered = new Map<Place, DraftContent[]>();
  return async (place: Place, written: DraftContent): Promise<Answer | Error | "kept here" | undefined> => {
    const { text } = written;
    const { reply_to } = storedReply(place, written);
    const { markdown, draft_versions } = store.getState();
    // A text longer than one message is split when it is sent. Until then it stays on this screen only.
    const words = readTyped(text, markdown);
    if (lengthOf(words.text) > MAX_TEXT) return "kept here";
    const empty = text.trim() === "" && !reply_to;
    const known = maybeSaved.has(place) || serverDraft(store.getState(), place) !== undefined;
    if (!known && empty) return undefined;
    if (!empty) maybeSaved.add(place);
    const content = { text: words.text, entities: [...words.entities] };
    const reply = reply_to ? { reply_to_message_id: reply_to.message_id } : {};
    const lost = unanswered.get(place) ?? [];
    try {
      const base_version = draft_versions[place] ?? 0;
      const answer = await api.call("saveDraft", { ...placeParams(place), ...content, ...reply, base_version });
      const { newer_draft } = answer;
      if (empty && !newer_draft) maybeSaved.delete(place);
      unanswered.delete(place);
      const is_own = lost.some((each) => matchesServerDraft(store.getState(), place, each, newer_draft));
      return { ...answer, is_own };
    } catch (error) {
      // A rejected draft stays unsaved here. Only its next change is saved again.
      if (!isRetryable(error) || !(error instanceof Error)) return "kept here";
      unanswered.set(place, [...lost, written].slice(-MAX_UNANSWERED));
      return error;
    }
  };
}

/**
 * The server has a draft of another screen that is newer than the one that the draft here was made from.
 * @returns whether the draft here replaces it, because no text is lost then
 */
function receiveNewer({ store }: ActionDeps, place: Place, newer: SavedDraft, is_own: boolean): boolean {
  const mine = draftContent(store.getState().drafts[place]);
  const other = typedDraft(store.getState(), newer);
  if (is_own || containsDraft(mine, other)) {
    store.setState(setDraftVersion(place, newer.version));
    store.setState(setConflict(place, undefined));
    return true;
  }
  if (mine.text.trim() === "") {
    store.setState(setUnsaved(place, false));
    store.setState(mergeServerDraft(place, newer));
    store.setState(setConflict(place, undefined));
    return false;
  }
  store.setState(setConflict(place, { content: other, version: newer.version }));
  return false;
}

/**
 * Whether another screen changed the draft after this save, in an event that was deferred because the draft here was
 * unsaved.
 */
function isOverwrittenSince(state: State, place: Place, written: DraftContent, seq: number): boolean {
  const passed = state.deferred_drafts[place];
  return passed !== undefined && passed.seq > seq && !matchesServerDraft(state, place, written, passed.draft);
}
