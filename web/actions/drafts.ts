/** What is written but not sent: kept while the person looks elsewhere, between visits, and for their other screens. */
import { EMPTY_DRAFT, isSaved, sameWritten, setDraft, setSaved, setUnsaved, writtenOf } from "../store/drafts.ts";
import type { Draft, State, Written } from "../store/state.ts";
import { readMarkdown } from "../model/markdown.ts";
import { lengthOf, MAX_TEXT } from "../model/split.ts";
import { mayPass, pauseBefore } from "../api/failure.ts";
import type { ActionDeps } from "./deps.ts";

const STORED = "drafts";
const PAUSE_MS = 400;
/** The service is told when writing pauses this long. */
const TELL_MS = 1000;
/** What has failed while the line is there is tried again; a line that is new tells everything at once. */
const AGAIN_MS = 3000;

export interface DraftActions {
  changeDraft(chat_id: number, change: (draft: Draft) => Draft): void;
  /** Takes up what an earlier visit left. */
  resumeDrafts(): void;
  /** The line is there: the service gets what it does not have. */
  tellDrafts(): void;
}

interface Stored {
  readonly drafts: State["drafts"];
  readonly unsaved: readonly number[];
}

/** @param reread - reads the row of a chat anew, with the draft that the service has */
export function draftActions(deps: ActionDeps, reread: (chat_id: number) => void): DraftActions {
  const { store, storage, clock } = deps;
  let callOff = () => {};
  const keep = () => {
    callOff();
    callOff = clock.after(PAUSE_MS, () => {
      const { drafts, unsaved } = store.getState();
      storage.write(STORED, { drafts, unsaved: [...unsaved] } satisfies Stored);
    });
  };
  const edits: Edits = new Map();
  const tell = teller(deps, edits, keep, reread);
  return {
    changeDraft(chat_id, change) {
      const before = store.getState().drafts[chat_id];
      const after = change(before ?? EMPTY_DRAFT);
      store.setState(setDraft(chat_id, after));
      if (!sameWritten(writtenOf(before), writtenOf(after))) {
        store.setState(setUnsaved(chat_id, true));
        edits.set(chat_id, (edits.get(chat_id) ?? 0) + 1);
        tell(chat_id, writtenOf(after).text === "" ? 0 : TELL_MS);
      }
      keep();
    },
    resumeDrafts() {
      const stored = storage.read(STORED) as Partial<Stored> | undefined;
      if (stored?.drafts && stored.unsaved) {
        store.setState({ drafts: stored.drafts, unsaved: new Set(stored.unsaved) });
      }
    },
    tellDrafts() {
      for (const chat_id of store.getState().unsaved) tell(chat_id, 0);
    },
  };
}

/** How often each chat's draft was changed here: the same words may have been taken back and written again. */
type Edits = Map<number, number>;

/** @returns a function that saves the draft of a chat after a pause */
function teller(
  { api, store, clock }: ActionDeps,
  edits: Edits,
  keep: () => void,
  reread: (chat_id: number) => void,
): (chat_id: number, pause_ms: number) => void {
  const waiting = new Map<number, () => void>();
  /** What is being saved: a chat's drafts reach the service in the order in which they were written. */
  const saving = new Map<number, Promise<void>>();
  /** Chats whose draft the service may have, whatever has been heard of it. */
  const told = new Set<number>();
  const save = async (chat_id: number) => {
    const edit = edits.get(chat_id);
    const written = writtenOf(store.getState().drafts[chat_id]);
    const { text, reply_to } = written;
    // A longer one is cut into parts when it is sent; until then it is of this screen alone.
    const words = readMarkdown(text);
    if (lengthOf(words.text) > MAX_TEXT) return;
    const empty = text.trim() === "" && !reply_to;
    const known = told.has(chat_id) || store.getState().chats?.[chat_id]?.settings.draft !== undefined;
    if (!empty) told.add(chat_id);
    const said = { text: words.text, entities: [...words.entities] };
    const reply = reply_to ? { reply_to_message_id: reply_to.message_id } : {};
    let answer: { readonly seq: number } | undefined;
    try {
      if (known || !empty) answer = await api.call("saveDraft", { chat_id, ...said, ...reply });
      if (empty) told.delete(chat_id);
    } catch (error) {
      if (mayPass(error) && store.getState().line === "open") tell(chat_id, pauseBefore(error, 0, AGAIN_MS));
      // What is refused for good stays as it is written: only the next change could be saved.
      return;
    }
    if (edits.get(chat_id) !== edit) return;
    store.setState(answer ? setSaved(chat_id, answer.seq) : setUnsaved(chat_id, false));
    // The list never takes the place of what is written meanwhile (`live/sync.ts`).
    if (answer && isChangedSince(store.getState(), chat_id, written, answer.seq)) reread(chat_id);
    keep();
  };
  const tell = (chat_id: number, pause_ms: number) => {
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
  return tell;
}

/** Whether another screen has changed the draft after it was saved here, and its news were passed over. */
function isChangedSince({ drafts_passed }: State, chat_id: number, written: Written, seq: number): boolean {
  const passed = drafts_passed[chat_id];
  return passed !== undefined && passed.seq > seq && !isSaved(written, passed.draft);
}
