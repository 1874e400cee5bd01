/** Where a store lies that a test opens itself, as often as it likes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { Db, DbOptions } from "heliogram/store/db.ts";
import { openStore } from "heliogram/store/open.ts";
import type { JournalFiles } from "heliogram/store/sqlite-journal.ts";
import { createDatabase, dropDatabase } from "./postgres.ts";
import type { Engine } from "./service.ts";

export interface StorePlace {
  readonly open: () => Promise<Db>;
  readonly remove: () => Promise<void>;
}

export async function makeStorePlace(
  engine: Engine,
  poke: DbOptions["poke"] = () => {},
  journal?: JournalFiles,
): Promise<StorePlace> {
  const data_dir = mkdtempSync(join(tmpdir(), "heliogram-store-"));
  const database = engine === "postgres" ? await createDatabase(inject("postgresUrl")) : engine;
  const fatal = (error: unknown) => {
    throw error;
  };
  return {
    open: () => openStore({ database, data_dir }, { poke, fatal, now_ms: () => 5000, after: () => () => {}, journal }),
    async remove() {
      rmSync(data_dir, { recursive: true, force: true });
      if (engine === "postgres") await dropDatabase(database);
    },
  };
}
