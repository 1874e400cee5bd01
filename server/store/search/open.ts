/** Opens the search index that belongs to a store. */
import { join } from "node:path";
import type { Db } from "../db.ts";
import { SQLITE_FILE, type OpenOptions, type StoreChoice } from "../open.ts";
import { findMeta, setMeta } from "../queries/service/counters.ts";
import { SEARCH_FILE } from "../sqlite/durable-storage.ts";
import { endsOf } from "./changes.ts";
import { SEARCH_INDEX } from "./index-name.ts";
import { noIndex } from "./memory.ts";
import type { PostgresIndexPlace } from "./postgres-follower.ts";
import type { SearchIndex } from "./search-index.ts";
import type { SqliteIndexPlace } from "./sqlite-follower.ts";
import { SearchThread, type ThreadOptions } from "./thread.ts";

/** The location of the index and of the store that it follows. */
export type Place =
  | ({ readonly engine: "sqlite" } & SqliteIndexPlace)
  | ({ readonly engine: "postgres" } & PostgresIndexPlace);

export interface SearchChoice extends StoreChoice {
  /** `false` for a store without an index, which costs no thread. Set by tests. */
  readonly search_index?: boolean | undefined;
}

interface SearchOptions extends ThreadOptions {
  readonly postgres: OpenOptions["postgres"];
  /** Makes the id of a new index. */
  readonly name: () => string;
}

/**
 * Must be called before the first write: the state of the store shows whether the index belongs to an older state of
 * it.
 */
export async function openSearch(choice: SearchChoice, db: Db, options: SearchOptions): Promise<SearchIndex> {
  const { database, data_dir, search_index = true } = choice;
  if (!search_index || database === "memory") return noIndex(db);
  if (/^postgres(ql)?:/.test(database)) {
    const { wait_ms, statement_ms } = options.postgres;
    const place = { engine: "postgres", url: database, wait_ms, statement_ms } satisfies Place;
    return new SearchThread(db, place, true, options);
  }
  const ends = await db.read(endsOf);
  const id = await nameOf(db, options.name);
  const [store, path] = [join(data_dir, SQLITE_FILE), join(data_dir, SEARCH_FILE)];
  return new SearchThread(db, { engine: "sqlite", store, path, id, ends } satisfies Place, false, options);
}

/** The id of the index in the store. The index of another store has another id. */
function nameOf(db: Db, name: () => string): Promise<string> {
  return db.write(async (tx) => {
    const known = await findMeta(tx, SEARCH_INDEX);
    if (known !== undefined) return known;
    const value = name();
    await setMeta(tx, SEARCH_INDEX, value);
    return value;
  });
}
