/** Makes a database file of the content of a backup. */
import { createWriteStream, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { connect } from "./connection.ts";
import { openingError } from "./durable-storage.ts";
import { syncFolder } from "./redo-segments.ts";

/**
 * Writes the content that `copiedDatabase` has read. The database has its name only when it is complete and on disk. Its
 * files are in the data folder.
 */
export async function restoreSqlite(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const unfinished = `${path}.restoring`;
  rmSync(unfinished, { force: true });
  try {
    await pipeline(content, createWriteStream(unfinished, { mode: 0o600, flush: true }));
    const db = connect(unfinished);
    try {
      db.exec("delete from meta where key = 'files_place'");
      db.exec("pragma journal_mode = delete");
    } finally {
      db.close();
    }
    renameSync(unfinished, path);
    syncFolder(dirname(path));
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw openingError(path, error);
  }
}
