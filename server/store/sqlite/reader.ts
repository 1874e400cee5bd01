/** The service's side of one reader process, and the read transaction that runs in it. */
import { fork, type ChildProcess } from "node:child_process";
import { StoreUnavailable, type Key, type ReadTx, type Value } from "../db.ts";
import type { Lookup } from "../lookup.ts";
import type { Read } from "../statement.ts";
import { SQLITE_DIALECT } from "./dialect.ts";
import { toRow } from "./row-statement.ts";
import type { ReaderResponse, ReaderRequest } from "./reader-messages.ts";

/** Heap limit of the process, which has one slice of rows at a time. */
const MEMORY_MB = 128;
/** The signal by which the watchdog ends the process when a transaction takes too long. */
const TOO_LONG = "SIGALRM";

/** The process ended for a reason other than its time limit. The transaction may be tried in another one. */
export class ReaderLost extends StoreUnavailable {}

type SuccessfulResponse = Exclude<ReaderResponse, { is: "failed" }>;
type Rows = Extract<ReaderResponse, { is: "rows" }>;

export class SqliteReader {
  readonly #child: ChildProcess;
  /** Resolves when the process has ended, and its locks on the database with it. */
  readonly ended: Promise<void>;
  #fault: StoreUnavailable | undefined;
  #pending:
    | { readonly resolve: (response: SuccessfulResponse) => void; readonly reject: (error: Error) => void }
    | undefined;

  /** Starts the process. `limit_ms`: how long a transaction may take. */
  constructor(path: string, limit_ms: number) {
    this.#child = fork(new URL("./reader-process.ts", import.meta.url), [path, String(limit_ms)], {
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      env: {},
      serialization: "advanced",
    });
    this.#child.on("message", (response: ReaderResponse) => this.#receive(response));
    this.ended = new Promise((done) => {
      this.#child.on("exit", (code, signal) => {
        const options = { cause: signal ?? code };
        if (signal === TOO_LONG) this.#fail(new StoreUnavailable(`a read took longer than ${limit_ms} ms`, options));
        else this.#fail(new ReaderLost("a reading process ended", options));
        done();
      });
      this.#child.on("error", (cause) => {
        this.#fail(new ReaderLost("a reading process cannot be started or reached", { cause }));
        this.#child.kill("SIGKILL");
        if (this.#child.pid === undefined) done();
      });
    });
  }

  /** Whether it can run another transaction. */
  get isAlive(): boolean {
    return this.#fault === undefined;
  }

  async all(sql: string, values: readonly Value[], one = false): Promise<Record<string, Value>[]> {
    const found: Record<string, Value>[] = [];
    for (let request: ReaderRequest = { is: "ask", sql, values, one }; ; request = { is: "more" }) {
      const response = (await this.#request(request)) as Rows;
      for (const row of response.rows) found.push(toRow(response.columns, row));
      if (response.last) return found;
    }
  }

  /** Ends the snapshot. Resolves when it has ended, or the process has. */
  async end(): Promise<void> {
    if (!this.isAlive) return this.ended;
    await this.#request({ is: "end" }).catch(() => this.ended);
  }

  /** Kills the process. */
  kill(): Promise<void> {
    this.#fail(new StoreUnavailable("the store is closed", { cause: undefined }));
    this.#child.kill("SIGKILL");
    return this.ended;
  }

  #request(request: ReaderRequest): Promise<SuccessfulResponse> {
    return new Promise((resolve, reject) => {
      if (this.#fault) reject(this.#fault);
      else {
        this.#pending = { resolve, reject };
        this.#child.send(request);
      }
    });
  }

  #receive(response: ReaderResponse): void {
    const asked = this.#pending;
    this.#pending = undefined;
    if (response.is === "failed") asked?.reject(new Error(response.message));
    else asked?.resolve(response);
  }

  #fail(fault: StoreUnavailable): void {
    this.#fault ??= fault;
    this.#pending?.reject(this.#fault);
    this.#pending = undefined;
  }
}

/** A read transaction in another process. Its statements run one after another. */
export class ReaderTransaction implements ReadTx {
  readonly #reader: SqliteReader;
  #last: Promise<unknown> = Promise.resolve();
  #hasEnded = false;

  constructor(reader: SqliteReader) {
    this.#reader = reader;
  }

  async all<R>(statement: Read<R>, ...values: Value[]): Promise<R[]> {
    return (await this.#ask(statement, values, false)) as R[];
  }

  async get<R>(statement: Read<R>, ...values: Value[]): Promise<R | undefined> {
    return (await this.#ask(statement, values, true))[0] as R | undefined;
  }

  /** Not from the lookup cache, whose values may be newer than the snapshot. */
  async lookUp<T>(lookup: Lookup<T>, ...keys: Key[]): Promise<T | undefined> {
    return lookup.decode((await this.#ask(lookup, keys, false)) as never[]);
  }

  /** Waits for statements that were not awaited, and ends the snapshot. */
  async finish(): Promise<void> {
    this.#hasEnded = true;
    await this.#last;
    await this.#reader.end();
  }

  #ask(statement: Read, values: readonly Value[], one: boolean): Promise<Record<string, Value>[]> {
    if (this.#hasEnded) throw new Error("the transaction has ended");
    const rows = this.#last.then(() => this.#reader.all(statement.textIn(SQLITE_DIALECT), values, one));
    this.#last = rows.catch(() => {});
    return rows;
  }
}
