/** The store's two promises, `read` and `write`, as every engine keeps them. */

/** What a statement may be given. */
export type Value = string | number | null | Uint8Array;

/** One event of a stream, before it has a number. */
export interface NewEvent {
  /** The account or chat whose stream it joins; ids of both live in one space. */
  readonly stream: number;
  readonly kind: string;
  /** What the event is about: a message_id, an account id, or the chat an update belongs to. */
  readonly ref: number;
  /** JSON text, or "" where `kind` and `ref` say everything. */
  readonly body: string;
}

/** What is there already, or will be: an engine that has an answer at hand keeps nobody waiting for it. */
export type Awaitable<T> = T | Promise<T>;

/** Goes on with what is there at once: on the way of a send, waiting for nothing would cost more than all the checks. */
export function whenThere<T, U>(value: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/**
 * A question that is asked again and again and whose answer seldom changes: an engine may keep answers until one of the
 * tables is written to. Answers are shared and must not be changed.
 */
export interface Lookup<T> {
  /** A `select` of one row, or of several, by one key or two. */
  readonly sql: string;
  /** Every table that the statement reads. */
  readonly tables: readonly string[];
  /** Columns of these tables that the answer does not tell of. */
  readonly regardless?: readonly string[];
  answer(rows: readonly never[]): T | undefined;
}

export type Key = number | string;

/** A view of the store that cannot change it. */
export interface ReadTx {
  lookUp<T>(lookup: Lookup<T>, key: Key, second?: Key): Awaitable<T | undefined>;
  all<R>(sql: string, ...values: Value[]): Promise<R[]>;
  get<R>(sql: string, ...values: Value[]): Promise<R | undefined>;
}

/** One transaction. Its events are written last, when the work has returned. */
export interface Tx extends ReadTx {
  run(sql: string, ...values: Value[]): Promise<void>;
  /** Like `lookUp`; nobody else changes the row before the transaction ends. */
  lookUpAndHold<T>(lookup: Lookup<T>, key: Key, second?: Key): Awaitable<T | undefined>;
  /** Inserts a row with a key that is surely new. An engine may put it off until somebody asks the store anything. */
  add(insert: string, ...values: Value[]): Awaitable<void>;
  /** Changes a number of a row by so much, which may be put off in the same way. */
  later(update: string, ...values: Value[]): Awaitable<void>;
  /** The next `message_id`s of a chat, for messages of this date: the last of `count` consecutive ones (behaviour.md §2). */
  takeMessageIds(chat: number, count: number, date_s: number): Awaitable<number>;
  append(event: NewEvent): void;
}

/** Told which streams have new events, once they are durable. It carries no data: losing one costs time, never truth. */
export type Poke = (streams: readonly number[]) => void;

export interface Db {
  /**
   * Runs `work` on one consistent state. The promise resolves only when everything it saw is durable,
   * so nothing that a power cut could take back ever leaves the process.
   */
  read<T>(work: (tx: ReadTx) => Awaitable<T>): Promise<T>;
  /**
   * The same for work that takes long, as what it reads grows with the store: its statements run outside of this process, or
   * on a connection that nobody else waits for. Each costs more to ask than those of `read`.
   * @throws StoreUnavailable when it takes too long, or too many such works wait
   */
  readApart<T>(work: (tx: ReadTx) => Awaitable<T>): Promise<T>;
  /**
   * Runs `work` as one transaction. When the promise resolves, the change is durable; when `work` throws,
   * exactly its own change is undone, and what it saw is durable before anybody is told. `work` may await nothing but
   * its transaction.
   */
  write<T>(work: (tx: Tx) => Awaitable<T>): Promise<T>;
  /** How much room the store takes up, in bytes. */
  size(): Promise<number>;
  /** Bytes of the log that SQLite writes before its file; 0 where there is none. */
  logBytes(): number;
  /** Named pieces of SQL in which the engines differ. */
  readonly words: Words;
  close(): Promise<void>;
}

/** The store cannot be reached, or did not answer in time. The same work may succeed later. */
export class StoreUnavailable extends Error {
  /** Whether the change may have been made: the answer to its commit was lost. Otherwise nothing was changed. */
  readonly in_doubt: boolean;

  constructor(sentence: string, options: { readonly in_doubt?: boolean; readonly cause: unknown }) {
    super(sentence, { cause: options.cause });
    this.in_doubt = options.in_doubt ?? false;
  }
}

export interface Words {
  /** Makes a text expression comparable without regard to case. */
  fold(expression: string): string;
  /** The numbers of a JSON array that is one value, as what stands behind `in`. */
  readonly numbers: string;
  /** The pairs of numbers of a JSON array that is one value, as a table with the columns `first` and `second`. */
  readonly pairs: string;
}

/** What an engine needs from outside. */
export interface DbOptions {
  readonly poke: Poke;
  /** Called when the process must end: the disk no longer keeps what it is given, or another process has the store. */
  readonly fatal: (error: unknown) => void;
  /** Told when the log of the store has more bytes than it should: something keeps it from beginning anew. */
  readonly logTooLong?: (bytes: number) => void;
  /** Told when a store that was not available answers again. */
  readonly back?: () => void;
  /** Calls `fire` once when `delay_ms` have passed; what it returns calls that off. */
  readonly after: (delay_ms: number, fire: () => void) => () => void;
}
