/**
 * The drafts in the browser's storage, which the tabs of one browser share. A tab writes only what it has changed, and
 * keeps what another tab has not saved yet.
 */
import { containsDraft, setConflict } from "../store/draft-conflicts.ts";
import { placeOfKey, type Place } from "../model/chats/place.ts";
import { draftContent } from "../store/drafts.ts";
import type { Draft, DraftConflict, State, Store } from "../store/state.ts";
import type { KeyValueStorage } from "../ports/storage.ts";

const STORED = "drafts";

/** What is stored. */
interface StoredDrafts {
  readonly drafts: State["drafts"];
  readonly unsaved: readonly Place[];
  readonly versions?: State["draft_versions"];
  readonly conflicts?: State["draft_conflicts"];
}

/** What is known of one chat or topic. */
interface Entry {
  readonly draft?: Draft | undefined;
  readonly is_unsaved: boolean;
  readonly version?: number | undefined;
  readonly conflict?: DraftConflict | undefined;
}

export class DraftStorage {
  readonly #store: Store;
  readonly #storage: KeyValueStorage;
  /** By place, what this tab had when it last read or wrote the storage, as JSON. */
  #written = new Map<Place, string>();

  constructor(store: Store, storage: KeyValueStorage) {
    this.#store = store;
    this.#storage = storage;
  }

  /** Reads the drafts of an earlier visit into the state. */
  restore(): void {
    const entries = this.#read();
    if (entries.size > 0) this.#store.setState(stateOf(entries));
    this.#written = asJson(entries);
  }

  write(): void {
    const entries = this.#read();
    const ids = new Set([...entriesOf(this.#store.getState()).keys(), ...this.#written.keys()]);
    for (const place of ids) this.#writePlace(place, entries);
    const { drafts, unsaved_drafts, draft_versions, draft_conflicts } = stateOf(entries);
    this.#storage.write(STORED, {
      drafts,
      unsaved: [...unsaved_drafts],
      versions: draft_versions,
      conflicts: draft_conflicts,
    } satisfies StoredDrafts);
    this.#written = asJson(entriesOf(this.#store.getState()));
  }

  #writePlace(place: Place, entries: Map<Place, Entry>): void {
    const mine = entriesOf(this.#store.getState()).get(place);
    const written = this.#written.get(place);
    if (jsonOf(mine) === written) return;
    const theirs = entries.get(place);
    if (theirs?.draft && theirs.is_unsaved && jsonOf(theirs) !== written) {
      const [here, there] = [draftContent(mine?.draft), draftContent(theirs.draft)];
      if (!mine?.is_unsaved || here.text.trim() === "") return;
      if (!containsDraft(here, there)) this.#store.setState(setConflict(place, { content: there }));
    }
    const entry = entriesOf(this.#store.getState()).get(place);
    if (entry) entries.set(place, entry);
    else entries.delete(place);
  }

  #read(): Map<Place, Entry> {
    const stored = this.#storage.read(STORED) as Partial<StoredDrafts> | undefined;
    if (!stored?.drafts || !stored.unsaved) return new Map();
    const { drafts, unsaved, versions = {}, conflicts = {} } = stored;
    // Version 0.2 did not save the drafts of topics on the server.
    const unknown = Object.keys(drafts)
      .map(placeOfKey)
      .filter((place) => typeof place === "string" && versions[place] === undefined);
    return entriesOf({
      drafts,
      unsaved_drafts: new Set([...unsaved, ...unknown]),
      draft_versions: versions,
      draft_conflicts: conflicts,
    });
  }
}

type Drafts = Pick<State, "drafts" | "unsaved_drafts" | "draft_versions" | "draft_conflicts">;

function entriesOf({ drafts, unsaved_drafts, draft_versions, draft_conflicts }: Drafts): Map<Place, Entry> {
  const ids = new Set([...Object.keys(drafts), ...Object.keys(draft_conflicts)].map(placeOfKey)).union(unsaved_drafts);
  const entry = (id: Place): Entry => ({
    draft: drafts[id],
    is_unsaved: unsaved_drafts.has(id),
    version: draft_versions[id],
    conflict: draft_conflicts[id],
  });
  return new Map([...ids].map((id) => [id, entry(id)]));
}

function stateOf(entries: ReadonlyMap<Place, Entry>): Drafts {
  const record = <T>(value: (entry: Entry) => T | undefined): Readonly<Record<Place, T>> =>
    Object.fromEntries(
      [...entries].flatMap(([id, entry]) => {
        const found = value(entry);
        return found === undefined ? [] : [[id, found]];
      }),
    );
  return {
    drafts: record(({ draft }) => draft),
    unsaved_drafts: new Set([...entries].flatMap(([id, { is_unsaved }]) => (is_unsaved ? [id] : []))),
    draft_versions: record(({ version }) => version),
    draft_conflicts: record(({ conflict }) => conflict),
  };
}

function asJson(entries: ReadonlyMap<Place, Entry>): Map<Place, string> {
  return new Map([...entries].map(([id, entry]) => [id, JSON.stringify(entry)]));
}

function jsonOf(entry: Entry | undefined): string | undefined {
  return entry && JSON.stringify(entry);
}
