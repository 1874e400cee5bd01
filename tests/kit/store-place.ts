/** Where a store lies that a test opens itself, as often as it likes. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { postgresFrom } from "heliogram/cli/limits.ts";
import { settingsSchema } from "heliogram/settings/settings.ts";
import type { Db, DbOptions } from "heliogram/store/db.ts";
import { openStore, type OpenOptions } from "heliogram/store/open.ts";
import type { PostgresLimits } from "heliogram/store/postgres-options.ts";
import { openPostgres } from "heliogram/store/postgres.ts";
import type { JournalFiles } from "heliogram/store/sqlite-journal-segments.ts";
import { createDatabase, dropDatabase } from "./postgres.ts";
import type { Engine } from "./service.ts";

export interface StorePlace {
  /** As the settings name it. */
  readonly database: string;
  readonly data_dir: string;
  readonly open: () => Promise<Db>;
  /** Opens what would be left if the process were killed now. SQLite alone leaves anything that has to be made good. */
  readonly openAsKilled: () => Promise<{ readonly db: Db; readonly remove: () => Promise<void> }>;
  readonly remove: () => Promise<void>;
}

/** What a test sets itself. */
type OwnOptions = Partial<
  Pick<OpenOptions, "after" | "apart_ms" | "back" | "log_bounds" | "logTooLong"> & Pick<PostgresLimits, "statement_ms">
>;

export async function makeStorePlace(
  engine: Engine,
  poke: DbOptions["poke"] = () => {},
  journal?: JournalFiles,
  own: OwnOptions = {},
): Promise<StorePlace> {
  const data_dir = mkdtempSync(join(tmpdir(), "heliogram-store-"));
  const database = engine === "postgres" ? await createDatabase(inject("postgresUrl")) : engine;
  const fatal = (error: unknown) => {
    throw error;
  };
  const { statement_ms, ...others } = own;
  const settings = postgresFrom(settingsSchema.parse({}));
  const postgres = { ...settings, statement_ms: statement_ms ?? settings.statement_ms };
  const options = { poke, fatal, now_ms: () => 5000, after: () => () => {}, postgres, ...others };
  const open = (folder: string) => openStore({ database, data_dir: folder }, { ...options, journal });
  // The first process is not killed in truth: this one does without its lock.
  const beside = () =>
    openPostgres({ ...options, url: database, limits: postgres }, { held: () => undefined, close: async () => {} });
  return {
    database,
    data_dir,
    open: () => open(data_dir),
    async openAsKilled() {
      const copy = mkdtempSync(join(tmpdir(), "heliogram-store-"));
      // By another process: closing a file here would drop the locks that SQLite holds on it.
      execFileSync("cp", ["-r", `${data_dir}/.`, copy]);
      const db = engine === "postgres" ? beside() : await open(copy);
      const remove = async () => {
        await db.close();
        rmSync(copy, { recursive: true, force: true });
      };
      return { db, remove };
    },
    async remove() {
      rmSync(data_dir, { recursive: true, force: true });
      if (engine === "postgres") await dropDatabase(database);
    },
  };
}
