/**
 * A dedicated transaction: it has a database transaction and a connection of its own. Statements without a result wait
 * for the next one that has a result, or for the commit, and go to the server with it.
 */
import type pg from "pg";
import type { CommitNote, TxClient, Key, NewEvent, Tx, Value } from "../db.ts";
import type { Lookup } from "../lookup.ts";
import { lock, lockRows, type BufferedWrite, type Statement, type Write } from "../statement.ts";
import { Changes } from "./changes.ts";
import { lastMessageIds, type LastMessageId } from "./chat-locks.ts";
import { isChatLookup } from "./chat-lookup.ts";
import { FOR_UPDATE } from "./dialect.ts";
import type { ColumnTypes } from "./column-types.ts";
import { finalStatements, lastSeqsIn, rowStatements, streamStatements } from "./final-statements.ts";
import { runPipeline, type Result } from "./pipeline.ts";
import { BEGIN, bind, COMMIT, prepare, preparedOf, type BoundStatement } from "./statements.ts";
import { afterMicrotasks } from "./turns.ts";

/** A failed statement, and a body that went on: the server has rolled everything back. */
const WENT_ON = "a statement failed, and the transaction went on";
const LOCK_LAST_MESSAGE_ID = lock<{ last_message_id: number }>(
  "stream",
)`select last_message_id from stream where id = ?${lockRows}`;

export interface OwnTransactionOptions {
  readonly client: pg.ClientBase;
  readonly columnTypes: () => Promise<ColumnTypes>;
  readonly now_s: () => number;
}

export class DedicatedTransaction implements Tx {
  client: TxClient | undefined = undefined;
  trace_id: string | undefined = undefined;
  readonly #options: OwnTransactionOptions;
  readonly #changes = new Changes();
  /** Statements that wait to be sent, with the callers of those that have a result. */
  #queue: { readonly statement: BoundStatement; readonly caller?: PromiseWithResolvers<Result> }[] = [];
  #lastMessageIds = new Map<number, number>();
  #hasBegun = false;
  #isScheduled = false;
  #error: unknown;
  #hasEnded = false;

  constructor(options: OwnTransactionOptions) {
    this.#options = options;
  }

  get events(): readonly NewEvent[] {
    return this.#changes.events;
  }

  /** What the observer of commits is told; complete when it is committed. */
  get notes(): readonly CommitNote[] {
    return this.#changes.notes;
  }

  /** The chats that it has locked, or in which it has allocated message ids. */
  get chats(): readonly number[] {
    return [...this.#lastMessageIds.keys(), ...this.#changes.allocations.keys()];
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  async all<R>(statement: Statement<R>, ...values: Value[]): Promise<R[]> {
    await this.#flushFor(statement, values);
    return (await this.#request(bind(preparedOf(statement), values))).rows as R[];
  }

  async get<R>(statement: Statement<R>, ...values: Value[]): Promise<R | undefined> {
    return (await this.all<R>(statement, ...values))[0];
  }

  async lookUp<T>(lookup: Lookup<T>, ...keys: Key[]): Promise<T | undefined> {
    return lookup.decode((await this.all(lookup, ...keys)) as never[]);
  }

  async lookUpAndLock<T>(lookup: Lookup<T>, ...keys: Key[]): Promise<T | undefined> {
    await this.#flushFor(lookup, keys);
    const locking = this.#request(bind(prepare(lookup.sql + FOR_UPDATE), keys));
    const reading = isChatLookup(lookup) ? this.#request(lastMessageIds([keys])) : undefined;
    const [locked, last] = await Promise.all([locking, reading]);
    for (const { id, last_message_id } of (last?.rows ?? []) as unknown as LastMessageId[]) {
      // Ids that this transaction has allocated may not be written yet.
      if (!this.#changes.allocations.has(id)) this.#lastMessageIds.set(id, last_message_id);
    }
    return lookup.decode(locked.rows as never[]);
  }

  async run(statement: Write, ...values: Value[]): Promise<void> {
    await this.#flushFor(statement, values);
    this.#enqueue(bind(preparedOf(statement), values));
  }

  async buffer(statement: BufferedWrite, ...values: Value[]): Promise<void> {
    this.#assertOpen();
    this.#changes.addRow({ statement, values });
  }

  async allocateMessageIds(chat: number, count: number, date_s: number): Promise<number> {
    let last = this.#lastMessageIds.get(chat);
    if (last === undefined && !this.#changes.allocations.has(chat)) {
      // The chat is new, so nobody else allocates ids in it.
      const row = await this.get(LOCK_LAST_MESSAGE_ID, chat);
      if (!row) throw new Error(`no stream ${chat}`);
      this.#lastMessageIds.set(chat, (last = row.last_message_id));
    }
    return this.#changes.allocate(chat, last ?? 0, count, date_s);
  }

  append(event: NewEvent): void {
    this.#changes.events.push(event);
  }

  note(note: CommitNote): void {
    this.#changes.notes.push(note);
  }

  /**
   * Sends what waits, and commits.
   * @param committing - called before the commit is sent: from then on, an error leaves it in doubt
   * @throws Error when a statement has failed
   */
  async commit(committing: () => void): Promise<void> {
    this.#hasEnded = true;
    if (this.#error) throw new Error(WENT_ON, { cause: this.#error });
    const types = this.#changes.rows.length > 0 ? await this.#options.columnTypes() : new Map<string, string>();
    const last = [...finalStatements(this.#changes, types, this.#options.now_s()), COMMIT];
    if (!this.#hasBegun && this.#queue.length === 0 && last.length === 1) return;
    for (const each of last) this.#queue.push({ statement: each });
    committing();
    const results = await this.#send();
    if (!results) throw this.#error;
    // The server rolls back a transaction in which a statement has failed, and reports no error.
    if (results.at(-1)!.command !== "COMMIT") throw new Error(WENT_ON);
    if (this.notes.length > 0) this.#changes.numberNotes(lastSeqsIn(results.slice(-last.length)));
  }

  /** Sends buffered rows before a statement that could see them. */
  async #flushFor(statement: Statement, values: readonly Value[]): Promise<void> {
    this.#assertOpen();
    if (!this.#changes.isVisibleTo(statement, values)) return;
    const types = await this.#options.columnTypes();
    for (const each of rowStatements(this.#changes.takeRows(), types)) this.#enqueue(each);
    const { allocations } = this.#changes;
    if (allocations.size === 0) return;
    const allocated = new Changes();
    for (const [chat, { expected, count, date_s }] of allocations) {
      allocated.allocate(chat, expected, count, date_s);
      this.#lastMessageIds.set(chat, expected + count);
    }
    allocations.clear();
    for (const each of streamStatements(allocated, this.#options.now_s())) this.#enqueue(each);
  }

  #request(each: BoundStatement): Promise<Result> {
    const caller = Promise.withResolvers<Result>();
    this.#enqueue(each, caller);
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      afterMicrotasks(() => void this.#send());
    }
    return caller.promise;
  }

  #enqueue(each: BoundStatement, caller?: PromiseWithResolvers<Result>): void {
    this.#assertOpen();
    this.#queue.push(caller ? { statement: each, caller } : { statement: each });
  }

  /** @returns the results of what was sent; `undefined` if a statement has failed */
  async #send(): Promise<readonly Result[] | undefined> {
    this.#isScheduled = false;
    const sent = this.#queue;
    this.#queue = [];
    const statements = sent.map((each) => each.statement);
    if (!this.#hasBegun) statements.unshift(BEGIN);
    const begins = statements.length - sent.length;
    this.#hasBegun = true;
    try {
      const results = await runPipeline(this.#options.client, statements);
      for (const [i, { caller }] of sent.entries()) caller?.resolve(results[i + begins]!);
      return results;
    } catch (error) {
      this.#error ??= error;
      for (const { caller } of sent) caller?.reject(error);
      return undefined;
    }
  }

  #assertOpen(): void {
    if (this.#hasEnded) throw new Error("the transaction has ended");
  }
}
