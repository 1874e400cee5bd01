/** The thread that moves SQLite's log into the database file when asked. */
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import type { CheckpointResult } from "./sqlite-checkpoint.ts";

const db = new DatabaseSync(workerData as string);
// With `normal`, a checkpoint syncs the log before it and the database file after it.
db.exec("pragma synchronous = normal; pragma wal_autocheckpoint = 0; pragma busy_timeout = 5000");
const checkpoint = db.prepare("pragma wal_checkpoint(passive)");

parentPort!.on("message", () => {
  const row = checkpoint.get() as { log: number; checkpointed: number };
  parentPort!.postMessage({ log: row.log, moved: row.checkpointed } satisfies CheckpointResult);
});
