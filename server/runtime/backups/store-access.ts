/** How a backup reaches a store that other processes use. */
import { join } from "node:path";
import type { Progress } from "../../backup/progress.ts";
import type { Settings } from "../../settings/settings.ts";
import type { StoreSnapshot } from "../../store/backup.ts";
import { SQLITE_FILE } from "../../store/open.ts";
import { holdPostgresFiles } from "../../store/postgres/file-hold.ts";
import type { PostgresOptions } from "../../store/postgres/options.ts";
import { openPostgresSnapshot } from "../../store/postgres/snapshot.ts";
import type { FileHold } from "../../store/queries/files/file-holds.ts";
import { copiedDatabase } from "../../store/sqlite/copied-database.ts";
import { StoreInUse } from "../../store/sqlite/durable-storage.ts";
import { copySnapshot, openSnapshot, settleStopped } from "../../store/sqlite/snapshot.ts";
import { EXIT, ExitError } from "../exit-error.ts";
import { postgresFrom } from "../settings-options.ts";
import { clock } from "../system.ts";

/** Asks the service that runs on the data folder to hold its files, and to settle its store. @returns whether one runs */
export type AskService = (hold: FileHold) => Promise<boolean>;

export interface StoreAccess {
  /** Sets or ends a hold on the removal of files. The next snapshot has every change that was acknowledged before. */
  hold(hold: FileHold): Promise<void>;
  /** @param temporary a file for what is copied first */
  snapshot(temporary: string, progress: Progress): Promise<StoreSnapshot>;
}

/** Attempts to reach a service that is about to start or to stop, and milliseconds between two of them. */
const ATTEMPTS = 10;
const RETRY_MS = 1000;

/** @throws ExitError for a store in memory */
export function storeAccess(settings: Settings, ask: AskService): StoreAccess {
  const { database, data_dir } = settings;
  if (database === "memory") throw new ExitError("a store in memory cannot be backed up", EXIT.refused);
  if (database !== "sqlite") return postgresAccess(postgresOptions(settings));
  const path = join(data_dir, SQLITE_FILE);
  return {
    hold: (hold) => askOrSettle(path, hold, ask),
    async snapshot(temporary, progress) {
      const snapshot = openSnapshot(path);
      try {
        let before = 0;
        await copySnapshot(snapshot, temporary, (copied, all) => {
          if (copied === 0) progress.begin("copy of the database", "pages", all);
          progress.advance(copied - before);
          before = copied;
        });
      } finally {
        snapshot.close();
      }
      return copiedDatabase(temporary);
    },
  };
}

function postgresAccess(options: PostgresOptions): StoreAccess {
  return {
    hold: (hold) => holdPostgresFiles(options, hold),
    snapshot: () => openPostgresSnapshot(options),
  };
}

/** The options of a command that uses a database beside its nodes, and does not wait for it. */
export function postgresOptions(settings: Settings): PostgresOptions {
  return {
    url: settings.database,
    limits: { ...postgresFrom(settings), start_ms: 0 },
    now_ms: () => clock.now(),
    after: clock.after,
    notify: () => {},
    fatal(error) {
      throw error;
    },
  };
}

async function askOrSettle(path: string, hold: FileHold, ask: AskService): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    if (await ask(hold)) return;
    try {
      settleStopped(path, hold);
      return;
    } catch (error) {
      if (!(error instanceof StoreInUse) || attempt === ATTEMPTS) throw error;
      await new Promise<void>((done) => setTimeout(done, RETRY_MS));
    }
  }
}
