/** What an engine counts of its work. The fields are numbers, so that counting costs a transaction nothing. */

/** The connections of one pool to PostgreSQL. */
export interface PoolFigures {
  readonly open: number;
  readonly idle: number;
  /** Transactions that wait for a connection. */
  readonly waiting: number;
  /** Milliseconds that transactions have waited since the start. */
  readonly waited_ms: number;
}

export class StoreMeter {
  reads = 0;
  /** Those of `readInPool`. */
  long_reads = 0;
  writes = 0;
  /** Transactions that met a conflict with another one. */
  conflicts = 0;
  /** Repeated attempts. */
  retries = 0;
  /** Checkpoints of SQLite's write-ahead log that have emptied it, and those that a reader has prevented. */
  checkpoints = { complete: 0, blocked: 0 };
  checkpoint_ms = 0;
  /** Called when a transaction that writes has ended: it is durable, or has changed nothing. */
  onWrite: (duration_ms: number, outcome: "committed" | "failed") => void = () => {};
  /** Returns the bytes of SQLite's redo log. */
  redoBytes: () => number = () => 0;
  /** By name; none on SQLite. */
  readonly pools = new Map<string, () => PoolFigures>();
}
