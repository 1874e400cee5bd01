/** A reader process: runs one read transaction at a time, each on one snapshot. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import type { Value } from "../db.ts";
import { connectReader } from "./connection.ts";
import { prepareForReuse } from "./prepare.ts";
import type { ReaderResponse, ReaderRequest } from "./reader-messages.ts";

/** Rows and characters after which a slice is sent: the service deserializes one in less than a millisecond. */
const SLICE_ROWS = 256;
const SLICE_CHARACTERS = 128 * 1024;

const [path, limit_ms] = process.argv.slice(2) as [string, string];
/** Counts the beginnings and ends of transactions: odd while one is running. */
const transactionCount = new Int32Array(new SharedArrayBuffer(4));
const statements = new Map<string, StatementSync>();
let db: DatabaseSync | undefined;
let columns: string[] = [];
let rows: Iterator<Value[]> | undefined;

new Worker(new URL("./reader-watchdog.ts", import.meta.url), {
  workerData: { service_pid: process.ppid, limit_ms: Number(limit_ms), turn: transactionCount },
}).unref();

process.on("message", (request: ReaderRequest) => {
  try {
    if (request.is === "end") {
      endTransaction();
      send({ is: "ended" });
    } else send(request.is === "ask" ? query(request.sql, request.values, request.one) : nextSlice(SLICE_ROWS));
  } catch (error) {
    rows = undefined;
    send({ is: "failed", message: (error as Error).message });
  }
});
process.on("disconnect", () => process.exit());

function send(response: ReaderResponse): void {
  process.send!(response);
}

function query(sql: string, values: readonly Value[], one: boolean): ReaderResponse {
  db ??= connectReader(path);
  if (!db.isTransaction) {
    Atomics.add(transactionCount, 0, 1);
    db.exec("begin");
  }
  const statement = statements.get(sql) ?? prepareForReuse(db, sql);
  statements.set(sql, statement);
  statement.setReturnArrays(true);
  columns = statement.columns().map(({ name }) => name);
  rows = statement.iterate(...values) as unknown as Iterator<Value[]>;
  if (!one) return nextSlice(SLICE_ROWS);
  const response = nextSlice(1);
  rows?.return?.();
  return { ...response, last: true };
}

/** The next rows of the running statement. */
function nextSlice(most: number): Extract<ReaderResponse, { is: "rows" }> {
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

function endTransaction(): void {
  // An open iterator would keep the snapshot.
  rows?.return?.();
  rows = undefined;
  if (!db?.isTransaction) return;
  db.exec("commit");
  Atomics.add(transactionCount, 0, 1);
}
