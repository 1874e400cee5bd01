/** Opens the search index that belongs to a store. */
import { join } from "node:path";
import type { Db } from "../db.ts";
import { SQLITE_FILE, type OpenOptions, type StoreChoice } from "../open.ts";
import { SEARCH_FILE } from "../sqlite-disk.ts";
import { endsOf } from "./changes.ts";
import { noIndex } from "./memory.ts";
import type { PostgresIndexPlace } from "./postgres-follower.ts";
import type { SearchIndex } from "./search-index.ts";
import type { SqliteIndexPlace } from "./sqlite-follower.ts";
import { SearchThread, type ThreadOptions } from "./thread.ts";

const KEY = "search_index";

/** Where the index is, and what it follows. */
export type Place =
  | ({ readonly engine: "sqlite" } & SqliteIndexPlace)
  | ({ readonly engine: "postgres" } & PostgresIndexPlace);

interface SearchOptions extends ThreadOptions {
  readonly postgres: OpenOptions["postgres"];
  /** Names a new index. */
  readonly name: () => string;
}

/** To be called before anybody writes: what the store has then tells whether the index is one of the past. */
export async function openSearch(choice: StoreChoice, db: Db, options: SearchOptions): Promise<SearchIndex> {
  const { database, data_dir } = choice;
  if (/^postgres(ql)?:/.test(database)) {
    const { wait_ms, statement_ms } = options.postgres;
    const place = { engine: "postgres", url: database, wait_ms, statement_ms } satisfies Place;
    return new SearchThread(db, place, true, options);
  }
  if (database !== "sqlite") return noIndex(db);
  const ends = await db.read(endsOf);
  const id = await nameOf(db, options.name);
  const [store, path] = [join(data_dir, SQLITE_FILE), join(data_dir, SEARCH_FILE)];
  return new SearchThread(db, { engine: "sqlite", store, path, id, ends } satisfies Place, false, options);
}

/** What the store calls its index: one of another store has another name. */
function nameOf(db: Db, name: () => string): Promise<string> {
  return db.write(async (tx) => {
    const row = await tx.get<{ value: string }>("select value from meta where key = ?", KEY);
    if (row) return row.value;
    const value = name();
    await tx.run("insert into meta (key, value) values (?, ?)", KEY, value);
    return value;
  });
}
