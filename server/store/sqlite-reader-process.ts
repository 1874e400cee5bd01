/** A process that reads from SQLite for the service: one work at a time, each on one snapshot. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import type { Value } from "./db.ts";
import { connectReader } from "./sqlite-connection.ts";
import type { ReaderAnswer, ReaderRequest } from "./sqlite-reader-messages.ts";

/** Rows and characters after which an answer is sent: the service reads one in less than a millisecond. */
const SLICE_ROWS = 256;
const SLICE_CHARACTERS = 128 * 1024;

const [path, limit_ms] = process.argv.slice(2) as [string, string];
/** Counts the beginnings and ends of works: odd while one is under way. */
const turn = new Int32Array(new SharedArrayBuffer(4));
const statements = new Map<string, StatementSync>();
let db: DatabaseSync | undefined;
let columns: string[] = [];
let rows: Iterator<Value[]> | undefined;

new Worker(new URL("./sqlite-reader-watch.ts", import.meta.url), {
  workerData: { service_pid: process.ppid, limit_ms: Number(limit_ms), turn },
}).unref();

process.on("message", (request: ReaderRequest) => {
  try {
    if (request.is === "end") {
      end();
      tell({ is: "ended" });
    } else tell(request.is === "ask" ? ask(request.sql, request.values, request.one) : slice(SLICE_ROWS));
  } catch (error) {
    rows = undefined;
    tell({ is: "failed", message: (error as Error).message });
  }
});
process.on("disconnect", () => process.exit());

function tell(answer: ReaderAnswer): void {
  process.send!(answer);
}

function ask(sql: string, values: readonly Value[], one: boolean): ReaderAnswer {
  db ??= connectReader(path);
  if (!db.isTransaction) {
    Atomics.add(turn, 0, 1);
    db.exec("begin");
  }
  const statement = statements.get(sql) ?? db.prepare(sql);
  statements.set(sql, statement);
  statement.setReturnArrays(true);
  columns = statement.columns().map(({ name }) => name);
  rows = statement.iterate(...values) as unknown as Iterator<Value[]>;
  if (!one) return slice(SLICE_ROWS);
  const answer = slice(1);
  rows?.return?.();
  return { ...answer, last: true };
}

/** The next rows of the statement that is under way. */
function slice(most: number): Extract<ReaderAnswer, { is: "rows" }> {
  const found: Value[][] = [];
  let characters = 0;
  while (found.length < most && characters < SLICE_CHARACTERS) {
    const next = rows!.next();
    if (next.done) return { is: "rows", columns, rows: found, last: true };
    found.push(next.value);
    for (const value of next.value) if (value !== null && typeof value !== "number") characters += value.length;
  }
  return { is: "rows", columns, rows: found, last: false };
}

function end(): void {
  // A statement that was left in the middle would keep the snapshot.
  rows?.return?.();
  rows = undefined;
  if (!db?.isTransaction) return;
  db.exec("commit");
  Atomics.add(turn, 0, 1);
}
