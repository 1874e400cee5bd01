/** One reading process as the service has it, and the transaction of the work that is under way in it. */
import { fork, type ChildProcess } from "node:child_process";
import { StoreUnavailable, type Key, type Lookup, type ReadTx, type Value } from "./db.ts";
import type { ReaderAnswer, ReaderRequest } from "./sqlite-reader-messages.ts";

/** Of JavaScript objects, of which there is one slice of rows at a time. */
const MEMORY_MB = 128;
/** By which the process ends itself when a work takes too long. */
const TOO_LONG = "SIGALRM";

/** The process ended, for no fault of the work that is known: another one may do it. */
export class ReaderLost extends StoreUnavailable {}

type Answered = Exclude<ReaderAnswer, { is: "failed" }>;
type Rows = Extract<ReaderAnswer, { is: "rows" }>;

export class SqliteReader {
  readonly #child: ChildProcess;
  /** Resolves when the process has ended, and its locks on the database with it. */
  readonly ended: Promise<void>;
  #fault: StoreUnavailable | undefined;
  #asked: { readonly resolve: (answer: Answered) => void; readonly reject: (error: Error) => void } | undefined;

  /** Starts the process. `limit_ms`: how long a work may take. */
  constructor(path: string, limit_ms: number) {
    this.#child = fork(new URL("./sqlite-reader-process.ts", import.meta.url), [path, String(limit_ms)], {
      execArgv: [`--max-old-space-size=${MEMORY_MB}`],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      env: {},
      serialization: "advanced",
    });
    this.#child.on("message", (answer: ReaderAnswer) => this.#hear(answer));
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

  /** Whether it can take another work. */
  get isAlive(): boolean {
    return this.#fault === undefined;
  }

  async all(sql: string, values: readonly Value[], one = false): Promise<Record<string, Value>[]> {
    const found: Record<string, Value>[] = [];
    for (let request: ReaderRequest = { is: "ask", sql, values, one }; ; request = { is: "more" }) {
      const answer = (await this.#ask(request)) as Rows;
      for (const row of answer.rows) found.push(named(answer.columns, row));
      if (answer.last) return found;
    }
  }

  /** Ends the snapshot of a work. Resolves when it has ended, be it with the process. */
  async end(): Promise<void> {
    if (!this.isAlive) return this.ended;
    await this.#ask({ is: "end" }).catch(() => this.ended);
  }

  /** Ends the process whatever it does. */
  kill(): Promise<void> {
    this.#fail(new StoreUnavailable("the store is closed", { cause: undefined }));
    this.#child.kill("SIGKILL");
    return this.ended;
  }

  #ask(request: ReaderRequest): Promise<Answered> {
    return new Promise((resolve, reject) => {
      if (this.#fault) reject(this.#fault);
      else {
        this.#asked = { resolve, reject };
        this.#child.send(request);
      }
    });
  }

  #hear(answer: ReaderAnswer): void {
    const asked = this.#asked;
    this.#asked = undefined;
    if (answer.is === "failed") asked?.reject(new Error(answer.message));
    else asked?.resolve(answer);
  }

  #fail(fault: StoreUnavailable): void {
    this.#fault ??= fault;
    this.#asked?.reject(this.#fault);
    this.#asked = undefined;
  }
}

function named(columns: readonly string[], row: readonly Value[]): Record<string, Value> {
  const object: Record<string, Value> = {};
  for (let i = 0; i < columns.length; i++) object[columns[i]!] = row[i]!;
  return object;
}

/** What a work reads in another process. Its statements run one after another. */
export class ReaderTx implements ReadTx {
  readonly #reader: SqliteReader;
  #last: Promise<unknown> = Promise.resolve();
  #hasEnded = false;

  constructor(reader: SqliteReader) {
    this.#reader = reader;
  }

  async all<R>(sql: string, ...values: Value[]): Promise<R[]> {
    return (await this.#ask(sql, values, false)) as R[];
  }

  async get<R>(sql: string, ...values: Value[]): Promise<R | undefined> {
    return (await this.#ask(sql, values, true))[0] as R | undefined;
  }

  /** Answers that the service keeps may be newer than the snapshot. */
  async lookUp<T>(lookup: Lookup<T>, ...keys: Key[]): Promise<T | undefined> {
    return lookup.answer((await this.#ask(lookup.sql, keys, false)) as never[]);
  }

  /** Lets statements that nobody waited for come to their end. */
  async finish(): Promise<void> {
    this.#hasEnded = true;
    await this.#last;
    await this.#reader.end();
  }

  #ask(sql: string, values: readonly Value[], one: boolean): Promise<Record<string, Value>[]> {
    if (this.#hasEnded) throw new Error("the transaction has ended");
    const rows = this.#last.then(() => this.#reader.all(sql, values, one));
    this.#last = rows.catch(() => {});
    return rows;
  }
}
