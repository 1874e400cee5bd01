/** The location of a store that a test opens itself, possibly several times. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresFrom } from "heliogram/runtime/settings-options.ts";
import { settingsSchema } from "heliogram/settings/settings.ts";
import type { Db, DbOptions } from "heliogram/store/db.ts";
import { openStore, type OpenOptions } from "heliogram/store/open.ts";
import type { PostgresLimits } from "heliogram/store/postgres/options.ts";
import { openPostgres } from "heliogram/store/postgres/postgres-db.ts";
import type { RedoFiles } from "heliogram/store/sqlite/redo-segments.ts";
import { giveBackDatabase, takeDatabase } from "./databases.ts";
import type { Engine } from "./service.ts";

export interface StoreLocation {
  /** As the settings name it. */
  readonly database: string;
  readonly data_dir: string;
  readonly open: () => Promise<Db>;
  /** Opens a copy of what a kill would leave now. Only SQLite needs recovery. */
  readonly openAsKilled: () => Promise<{ readonly db: Db; readonly remove: () => Promise<void> }>;
  readonly remove: () => Promise<void>;
}

/** The options that a test sets. */
type OwnOptions = Partial<
  Pick<OpenOptions, "after" | "availableAgain" | "committed" | "reader_limit_ms" | "wal_bounds" | "walTooLong"> &
    Pick<PostgresLimits, "statement_ms">
>;

export async function makeStoreLocation(
  engine: Engine,
  notify: DbOptions["notify"] = () => {},
  redoFiles?: RedoFiles,
  own: OwnOptions = {},
): Promise<StoreLocation> {
  const data_dir = mkdtempSync(join(tmpdir(), "heliogram-store-"));
  const database = engine === "postgres" ? await takeDatabase() : engine;
  const fatal = (error: unknown) => {
    throw error;
  };
  const { statement_ms, ...others } = own;
  const settings = postgresFrom(settingsSchema.parse({}));
  const postgres = { ...settings, statement_ms: statement_ms ?? settings.statement_ms };
  const options = { notify, fatal, now_ms: () => 5000, after: () => () => {}, postgres, ...others };
  const open = (folder: string) => openStore({ database, data_dir: folder }, { ...options, redoFiles });
  // The first process is not killed in truth: this one does without its lock.
  const beside = () =>
    openPostgres({ ...options, url: database, limits: postgres }, { whenHeld: () => undefined, close: async () => {} });
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
      if (engine === "postgres") await giveBackDatabase(database);
    },
  };
}
