/**
 * A batched transaction: it shares a database transaction with others. It may lock one chat, and everything that it changes is
 * buffered until it has returned: one that throws leaves nothing behind. A body that needs more runs again in a dedicated transaction.
 */
import {
  type CommitNote,
  type TxClient,
  StoreUnavailable,
  type Key,
  type LookupCall,
  type NewEvent,
  type Tx,
  type Value,
} from "../db.ts";
import type { Lookup } from "../lookup.ts";
import type { BufferedWrite, Read, Statement } from "../statement.ts";
import type { Batch } from "./batch.ts";
import { Changes } from "./changes.ts";
import { isChatLookup } from "./chat-lookup.ts";
import { nameOf, type RequestQueue } from "./lookup-requests.ts";
import type { LockedRow } from "./locked-row.ts";
import { bind, preparedOf } from "./statements.ts";
import { RunDedicated } from "./run-again.ts";

/** What the transactions of a store share. */
export interface BatchedContext {
  readonly loader: Pick<RequestQueue, "lookUp" | "all">;
  /** Locks a chat's row in some batch, which the transaction joins. @returns `undefined` if there is no such row */
  lock(tx: BatchedTransaction, lookup: Lookup<unknown>, keys: readonly Key[]): Promise<LockedRow | undefined>;
  /** Adds a transaction that has returned and changed something, but locked nothing, to some batch. */
  finish(tx: BatchedTransaction): Promise<Batch>;
}

/** A chat's row that a transaction has asked for. */
interface Lock {
  readonly lookup: Lookup<unknown>;
  readonly name: Key;
  /** Resolves when it is granted. The transaction is in a batch then, which waits until it leaves. */
  readonly granted: Promise<void>;
  isGranted: boolean;
  row: LockedRow | undefined;
}

/** The promise of a body that does not go on. */
const NEVER = new Promise<never>(() => {});

export class BatchedTransaction implements Tx {
  client: TxClient | undefined = undefined;
  trace_id: string | undefined = undefined;
  readonly changes = new Changes();
  /** Absent until a row is locked, or until the body has returned. */
  batch: Batch | undefined;
  /** What is looked up before the lock is granted. The batch reads it with the lock. */
  readonly wanted: LookupCall[] = [];
  readonly usesCache: boolean;
  readonly #context: BatchedContext;
  readonly #reject: (error: unknown) => void;
  /** The one lock that the transaction has asked for. */
  #lock: Lock | undefined;
  #hasEnded = false;

  /** @param reject - called when the transaction cannot go on */
  constructor(context: BatchedContext, usesCache: boolean, reject: (error: unknown) => void) {
    this.#context = context;
    this.usesCache = usesCache;
    this.#reject = reject;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  lookUp<T>(lookup: Lookup<T>, ...keys: Key[]): Promise<T | undefined> {
    if (this.#hasEnded) return NEVER;
    if (!this.#lock) return this.#load(this.#context.loader.lookUp(lookup, keys));
    if (!this.batch) this.wanted.push({ lookup, keys });
    return this.#inBatch((batch) => batch.lookUp(lookup, keys));
  }

  hintLock({ lookup, keys }: LookupCall, next: LookupCall): void {
    if (this.#hasEnded || this.#lock || !isChatLookup(lookup)) return;
    this.wanted.push(next);
    this.#lock = this.#askFor(lookup, keys, nameOf(keys));
  }

  async lookUpAndLock<T>(lookup: Lookup<T>, ...keys: Key[]): Promise<T | undefined> {
    if (this.#hasEnded) return NEVER;
    if (!isChatLookup(lookup)) return this.#runDedicated();
    const name = nameOf(keys);
    this.#lock ??= this.#askFor(lookup, keys, name);
    const lock = this.#lock;
    if (lock.lookup !== lookup || lock.name !== name) return this.#runDedicated();
    await lock.granted;
    return this.#hasEnded ? NEVER : (lock.row?.value as T | undefined);
  }

  all<R>(statement: Statement<R>, ...values: Value[]): Promise<R[]> {
    if (this.#hasEnded) return NEVER;
    const seesChanges =
      this.changes.isVisibleTo(statement, values) || this.#lock?.row?.changes.isVisibleTo(statement, values) === true;
    if (seesChanges || !isRead(statement)) return this.#runDedicated();
    if (!this.#lock) return this.#load(this.#context.loader.all(bind(preparedOf(statement), values))) as Promise<R[]>;
    return this.#inBatch((batch) => batch.all(statement, values)) as Promise<R[]>;
  }

  async get<R>(statement: Statement<R>, ...values: Value[]): Promise<R | undefined> {
    return (await this.all<R>(statement, ...values))[0];
  }

  run(): Promise<void> {
    return this.#runDedicated();
  }

  async buffer(statement: BufferedWrite, ...values: Value[]): Promise<void> {
    this.changes.addRow({ statement, values });
  }

  async allocateMessageIds(chat: number, count: number, date_s: number): Promise<number> {
    const row = this.#lock?.row;
    if (row?.id !== chat) return this.#runDedicated();
    return this.changes.allocate(chat, row.last_message_id, count, date_s);
  }

  append(event: NewEvent): void {
    this.changes.events.push(event);
  }

  note(note: CommitNote): void {
    this.changes.notes.push(note);
  }

  /** The body has returned. @returns when everything that it saw and changed is durable */
  async commit(): Promise<void> {
    if (this.#lock) {
      // The body may not have waited for it.
      await this.#lock.granted;
      if (this.#hasEnded) return;
      this.#hasEnded = true;
      await this.#leave();
      return;
    }
    this.#hasEnded = true;
    // Whatever it has read was committed.
    if (this.changes.isEmpty) return;
    await (
      await this.#context.finish(this)
    ).ended;
  }

  /** The body has thrown. @returns when everything that it saw is durable */
  async rollBack(): Promise<void> {
    this.#hasEnded = true;
    this.changes.clear();
    if (this.#lock?.isGranted) await this.#leave();
  }

  /** Stops the body: nothing that it awaits is resolved any more. */
  abandon(error: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#reject(error);
    this.changes.clear();
    if (this.#lock?.isGranted) this.#leaveUnheard();
  }

  #askFor(lookup: Lookup<unknown>, keys: readonly Key[], name: Key): Lock {
    const lock: Omit<Lock, "granted"> = { lookup, name, isGranted: false, row: undefined };
    const grant = async () => {
      lock.row = await this.#context.lock(this, lookup, keys);
      lock.isGranted = true;
      // It has ended meanwhile. Those behind it do not wait for it.
      if (this.#hasEnded) this.#leaveUnheard();
    };
    return Object.assign(lock, { granted: grant() });
  }

  /** Reads in the batch, once the lock is granted. */
  async #inBatch<T>(read: (batch: Batch) => Promise<T>): Promise<T> {
    if (!this.#lock!.isGranted) await this.#lock!.granted;
    return this.#hasEnded ? NEVER : read(this.batch!);
  }

  /** A failed statement fails the transaction, also if the body catches the error. */
  #load<T>(loading: Promise<T>): Promise<T> {
    loading.catch((error: unknown) => this.abandon(error));
    return loading;
  }

  #runDedicated(): Promise<never> {
    this.abandon(new RunDedicated());
    return NEVER;
  }

  /** Leaves the batch when the caller has already been told. */
  #leaveUnheard(): void {
    this.changes.clear();
    this.#leave().catch(() => {});
  }

  /** Ends the transaction's part of the batch, once. @returns when the batch is durable */
  async #leave(): Promise<void> {
    this.#lock?.row?.release(this.changes);
    this.batch!.leave(this.changes);
    try {
      await this.batch!.ended;
    } catch (error) {
      // It has changed nothing, whatever became of the commit.
      const isInDoubt = error instanceof StoreUnavailable && error.in_doubt;
      throw isInDoubt && this.changes.isEmpty ? new RunDedicated(error) : error;
    }
  }
}

/** Whether a statement changes nothing and locks nothing. */
function isRead(statement: Statement): statement is Read {
  return statement.kind === "read";
}
