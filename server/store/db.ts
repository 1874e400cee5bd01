/** The interface of the store: transactions that read and transactions that write, the same for both engines. */

import type { Lookup } from "./lookup.ts";
import type { MaybePromise } from "./maybe-promise.ts";
import type { BufferedWrite, Read, Statement, Write } from "./statement.ts";
import type { StoreMeter } from "./store-meter.ts";

/** A parameter or a column of a statement. */
export type Value = string | number | null | Uint8Array;

/** A buffered statement with its parameters. */
export interface BufferedRow {
  readonly statement: BufferedWrite;
  readonly values: readonly Value[];
}

/** One event of a stream, before it has a number. */
export interface NewEvent {
  /** The account or chat whose stream gets the event; accounts and chats share one id space. */
  readonly stream: number;
  readonly kind: string;
  /** The subject of the event: a message_id, an account id, or the chat of an update. */
  readonly ref: number;
  /** JSON text, or "" where `kind` and `ref` are enough. */
  readonly body: string;
}

/** What a transaction notes for the observer of commits. */
export interface CommitNote {
  /** The event that it is about. */
  readonly event?: NewEvent | undefined;
  /** The number of the event, which the engine sets at the commit. */
  seq?: number;
}

export type Key = number | string;

/** A lookup with its keys. */
export interface LookupCall {
  readonly lookup: Lookup<unknown>;
  readonly keys: readonly Key[];
}

/** A transaction that only reads. */
export interface ReadTx {
  /** The value of a lookup: at once where the engine has it in memory. */
  lookUp<T>(lookup: Lookup<T>, key: Key, second?: Key): MaybePromise<T | undefined>;
  all<R>(statement: Read<R>, ...values: Value[]): Promise<R[]>;
  /** The first row. */
  get<R>(statement: Read<R>, ...values: Value[]): Promise<R | undefined>;
}

/** The client of a call. */
export interface TxClient {
  /** The network address, which is found out when it is asked for. */
  readonly address: string;
}

/** A transaction that reads and writes. Its events are written last, when its body has returned. */
export interface Tx extends ReadTx {
  /** The client for whose call it runs. A field, because every write call sets it. */
  client?: TxClient | undefined;
  /** The trace of the call for which it runs. A field, as `client`. */
  trace_id?: string | undefined;
  all<R>(statement: Statement<R>, ...values: Value[]): Promise<R[]>;
  get<R>(statement: Statement<R>, ...values: Value[]): Promise<R | undefined>;
  run(statement: Write, ...values: Value[]): Promise<void>;
  /** Like `lookUp`, and locks the row until the transaction ends. */
  lookUpAndLock<T>(lookup: Lookup<T>, key: Key, second?: Key): MaybePromise<T | undefined>;
  /**
   * A lock hint, given before anything else by a body that will lock this row and use the other lookup: an engine that
   * waits for a network reads them together, with what the body looks up before the lock. Absent where nothing is gained.
   */
  hintLock?(row: LookupCall, next: LookupCall): void;
  /** Runs a statement now or later: before the next statement that could see what it changes, or at the end. */
  buffer(statement: BufferedWrite, ...values: Value[]): Promise<void> | undefined;
  /**
   * Allocates `count` consecutive `message_id`s of a chat, for messages of this date (behaviour.md §2).
   * @returns the last one
   */
  allocateMessageIds(chat: number, count: number, date_s: number): MaybePromise<number>;
  append(event: NewEvent): void;
  /** Tells the observer of commits, once this run of the body is durable. Notes have the order of their events. */
  note(note: CommitNote): void;
}

/**
 * Called with the streams that have new durable events. It carries no data: a lost call only delays delivery.
 */
export type Notify = (streams: readonly number[]) => void;

export interface Db {
  /**
   * Runs `body` on one consistent state. The promise resolves only when everything it saw is durable, so nothing that a
   * power cut could take back leaves the process. After a broken connection, `body` runs again.
   */
  read<T>(body: (tx: ReadTx) => MaybePromise<T>): Promise<T>;
  /**
   * The same for reads that may take long because they grow with the store. The statements run in another process, or
   * on connections that no other call uses. Each statement costs more than in `read`.
   * @throws StoreUnavailable when it takes too long, or too many reads wait
   */
  readInPool<T>(body: (tx: ReadTx) => MaybePromise<T>): Promise<T>;
  /**
   * Runs `body` as one transaction. When the promise resolves, the change is durable. When `body` throws, its change is
   * rolled back, and the promise rejects once everything that `body` saw is durable. `body` may await nothing but its
   * transaction.
   * @param kind - what the body does, such as the name of a method: an engine may learn how its transactions behave
   */
  write<T>(body: (tx: Tx) => MaybePromise<T>, kind?: string): Promise<T>;
  /** The size of the store on disk, in bytes. */
  size(): Promise<number>;
  /** Bytes of SQLite's write-ahead log; 0 where there is none. */
  walBytes(): number;
  /**
   * Writes a heartbeat of a node and reads those of all nodes, on a connection of its own that no other call delays.
   * Absent where one process has the store to itself. @throws StoreUnavailable
   */
  readonly beat?: ((node_id: string) => Promise<Heartbeats>) | undefined;
  /**
   * The whole store as bytes, from which `openStore` opens a store with the same content. Absent unless the store is in
   * memory, and where Node.js cannot serialize a database.
   */
  readonly serialize?: (() => Promise<Uint8Array>) | undefined;
  /**
   * Writes every acknowledged change to the database file, where other processes see it. Absent where they see each
   * change when it is acknowledged.
   */
  readonly settle?: (() => Promise<void>) | undefined;
  close(): Promise<void>;
}

export interface Heartbeats {
  /** Whether the node has a row: it was not removed as dead. */
  readonly isMember: boolean;
  /** The nodes that have rows, each with a number that rises with every heartbeat. */
  readonly nodes: readonly NodeBeat[];
  /** The database's time of day, in milliseconds since the Unix epoch; `undefined` if no node has a row. */
  readonly now_ms: number | undefined;
}

export interface NodeBeat {
  readonly id: string;
  readonly beat: number;
  /** Whether the node stops and takes no further lease. */
  readonly isLeaving: boolean;
}

/** The store cannot be reached, or did not answer in time. The same transaction may succeed later. */
export class StoreUnavailable extends Error {
  /** Whether the transaction may have been committed: the response to its commit was lost. Otherwise it was not. */
  readonly in_doubt: boolean;

  constructor(sentence: string, options: { readonly in_doubt?: boolean; readonly cause: unknown }) {
    super(sentence, { cause: options.cause });
    this.in_doubt = options.in_doubt ?? false;
  }
}

/** What an engine needs from its caller. */
export interface DbOptions {
  readonly notify: Notify;
  /** The observer of commits: called when notes are durable, before their callers and the readers of the streams go on. */
  readonly committed?: ((notes: readonly CommitNote[]) => void) | undefined;
  /** Counts what the engine does. */
  readonly meter?: StoreMeter | undefined;
  /** Called when the process must end: a write to the disk has failed, or another process has the store. */
  readonly fatal: (error: unknown) => void;
  /** Called when the WAL is longer than its limit: a reader in another process holds it. */
  readonly walTooLong?: (bytes: number) => void;
  /** Called when a store that was unavailable answers again. */
  readonly availableAgain?: () => void;
  /** Calls `fire` once after `delay_ms`. @returns a function that cancels it */
  readonly after: (delay_ms: number, fire: () => void) => () => void;
}
