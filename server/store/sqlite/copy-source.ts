/** An SQLite store that is copied to another database. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { CopySource } from "../copy/sides.ts";
import { SCHEMA } from "../migrate.ts";
import { connectReader } from "./connection.ts";
import { countRows, rangesOf } from "./copied-ranges.ts";
import { lockSettled } from "./snapshot.ts";

/** Applies a redo log that a killed service has left. @throws Error with a sentence for the operator */
export function openSqliteSource(path: string): CopySource {
  if (!existsSync(dirname(path))) throw new Error(`there is no store ${path}`);
  const lock = lockSettled(path, () => {});
  try {
    const db = connectReader(path);
    const row = db.prepare("select value from meta where key = ?").get(SCHEMA);
    return {
      schema: Number(row?.value ?? 0),
      count: async (table) => countRows(db, table),
      ranges: (table, after) => rangesOf(db, table, after),
      // It goes on after the highest row.
      lastNumbers: async () => [],
      async close() {
        db.close();
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}
