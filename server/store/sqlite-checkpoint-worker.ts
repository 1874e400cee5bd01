/** The thread that moves SQLite's log into the database file when asked. */
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import type { CheckpointMode, CheckpointResult } from "./sqlite-checkpoint.ts";

/** Milliseconds that emptying the log waits for the short reads of the serving thread. Writers wait as long. */
const BUSY_MS = 10;

const db = new DatabaseSync(workerData as string);
// With `normal`, a checkpoint syncs the log before it and the database file after it.
db.exec(`pragma synchronous = normal; pragma wal_autocheckpoint = 0; pragma busy_timeout = ${BUSY_MS}`);
const checkpoints = {
  passive: db.prepare("pragma wal_checkpoint(passive)"),
  truncate: db.prepare("pragma wal_checkpoint(truncate)"),
};

parentPort!.on("message", (mode: CheckpointMode) => {
  const row = checkpoints[mode].get() as { busy: number; log: number; checkpointed: number };
  const result: CheckpointResult = { busy: row.busy !== 0, log: row.log, moved: row.checkpointed };
  parentPort!.postMessage(result);
});
