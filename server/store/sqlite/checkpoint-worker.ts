/** The thread that runs checkpoints on request. */
import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import type { CheckpointMode, CheckpointResult } from "./checkpointer.ts";

/** Milliseconds that truncating the WAL waits for short reads of the main thread. Writers wait as long. */
const BUSY_MS = 10;

const db = new DatabaseSync(workerData as string);
// With `normal`, a checkpoint syncs the WAL before it and the database file after it.
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
