/** One transaction on SQLite: its reads, writes, buffered rows and events, rolled back as a whole if it throws. */
import type { AnyStatement, CommitNote, TxClient, Key, NewEvent, Tx, Value } from "../db.ts";
import type { Lookup } from "../lookup.ts";
import type { NumberedEvent } from "../queries/streams/event-ranges.ts";
import { assertCannotFail, type BufferedRow } from "../buffered-statements.ts";
import { textOf, type BufferedWrite, type Write } from "../statement.ts";
import { SQLITE_DIALECT } from "./dialect.ts";
import type { LookupCache } from "./lookup-cache.ts";
import type { RowStatement } from "./row-statement.ts";
import type { WriteBuffer, Head, HeadBefore } from "./write-buffer.ts";
import type { EncodedStatement } from "./redo-record.ts";

/** What the transactions of a batch share. */
export interface TransactionContext {
  readonly statement: (sql: string) => RowStatement;
  readonly lookupCache: LookupCache;
  readonly writeBuffer: WriteBuffer;
  /** Encodes a statement for the redo record. */
  readonly encode: (sql: string, values: readonly Value[]) => EncodedStatement;
}

/** Runs the query of a lookup and caches its value. */
export function loadLookup<T>(
  statement: (sql: string, keys: readonly Key[]) => RowStatement,
  lookupCache: LookupCache,
  lookup: Lookup<T>,
  key: Key,
  second?: Key,
): T | undefined {
  const keys = second === undefined ? [key] : [key, second];
  const rows = statement(lookup.sql, keys).all(...keys);
  const value = lookup.decode(rows as never[]);
  // A missing row is not cached: a client could fill the cache with ids that do not exist.
  if (value !== undefined) lookupCache.set(lookup, key, second, value);
  return value;
}

export class SqliteTransaction implements Tx {
  client: TxClient | undefined = undefined;
  trace_id: string | undefined = undefined;
  /** Absent as long as nothing is noted. */
  notes: CommitNote[] | undefined = undefined;
  readonly events: NewEvent[] = [];
  /** The same events with their sequence numbers; filled by `finish`. */
  readonly numberedEvents: NumberedEvent[] = [];
  /** The statements of the redo record, in order. */
  readonly changes: EncodedStatement[] = [];
  /** The stream heads that the transaction changed, with their values before it. */
  readonly heads = new Map<Head, HeadBefore>();
  /** Of these, the ones that are not written to SQLite yet. Absent while there is no savepoint. */
  #dirtyHeads: Set<Head> | undefined;
  readonly #context: TransactionContext;
  #rows: BufferedRow[] = [];
  #ended = false;
  /** Set when a statement has failed. */
  #hasFailed = false;

  constructor(shared: TransactionContext) {
    this.#context = shared;
  }

  /** Set by the first statement that changes something, or that reads a row the transaction has buffered. */
  get hasSavepoint(): boolean {
    return this.#dirtyHeads !== undefined;
  }

  async all<R>(statement: AnyStatement<R>, ...values: Value[]): Promise<R[]> {
    const sql = textOf(statement, SQLITE_DIALECT);
    return this.#execute(() => this.#prepare(sql, values).all(...values) as R[]);
  }

  async get<R>(statement: AnyStatement<R>, ...values: Value[]): Promise<R | undefined> {
    const sql = textOf(statement, SQLITE_DIALECT);
    return this.#execute(() => this.#prepare(sql, values).get(...values) as R | undefined);
  }

  lookUp<T>(lookup: Lookup<T>, key: Key, second?: Key): T | undefined {
    this.#assertOpen();
    const { lookupCache, statement } = this.#context;
    const cached = lookupCache.get(lookup, key, second) as T | undefined;
    if (cached !== undefined) return cached;
    const flushed = (sql: string, keys: readonly Key[]) => {
      this.#flushVisible(sql, keys, false);
      return statement(sql);
    };
    return this.#execute(() => loadLookup(flushed, lookupCache, lookup, key, second));
  }

  /** Transactions run one after another, so no other transaction can change the row. */
  lookUpAndLock<T>(lookup: Lookup<T>, key: Key, second?: Key): T | undefined {
    return this.lookUp(lookup, key, second);
  }

  async run(statement: Write | string, ...values: Value[]): Promise<void> {
    const sql = textOf(statement, SQLITE_DIALECT);
    this.#execute(() => this.#prepare(sql, values).run(...values));
  }

  buffer(statement: BufferedWrite, ...values: Value[]): undefined {
    this.#buffer(statement.textIn(SQLITE_DIALECT), values);
  }

  bufferInsert(insert: string, ...values: Value[]): undefined {
    assertCannotFail(insert);
    this.#buffer(insert, values);
  }

  bufferUpdate(update: string, ...values: Value[]): undefined {
    assertCannotFail(update);
    this.#buffer(update, values);
  }

  allocateMessageIds(chat: number, count: number, date_s: number): number {
    this.#assertOpen();
    const head = this.#changeHead(chat);
    head.message_at = date_s;
    return (head.message_head += count);
  }

  append(event: NewEvent): void {
    this.events.push(event);
  }

  note(note: CommitNote): void {
    (this.notes ??= []).push(note);
  }

  /**
   * Numbers the events, and passes them, the buffered rows and the changed heads to the write buffer.
   * @throws Error when a statement has failed and the body caught the error: its redo record could not be replayed, and
   * PostgreSQL would have rolled the transaction back
   */
  finish(now_s: number): void {
    if (this.#hasFailed) throw new Error("a statement failed, and the transaction went on");
    for (const { stream, kind, ref, body } of this.events) {
      this.numberedEvents.push({ stream, kind, ref, body, seq: ++this.#changeHead(stream).head, at: now_s });
    }
    if (this.notes) this.#numberNotes(this.notes);
    const { writeBuffer } = this.#context;
    writeBuffer.addRows(this.#rows, this.#dirtyHeads ?? this.heads.keys());
    for (const event of this.numberedEvents) writeBuffer.addEvent(event);
    if (this.#dirtyHeads) this.#context.statement("release tx").run();
    this.#ended = true;
  }

  /** Restores the state before the transaction. */
  rollBack(): void {
    this.#ended = true;
    for (const [head, before] of this.heads) Object.assign(head, before);
    if (!this.#dirtyHeads) return;
    this.#context.statement("rollback to tx").run();
    this.#context.statement("release tx").run();
    this.#context.lookupCache.clear();
  }

  #numberNotes(notes: readonly CommitNote[]): void {
    let i = 0;
    for (const note of notes) {
      if (!note.event) continue;
      while (this.events[i] !== note.event) i += 1;
      note.seq = this.numberedEvents[i]!.seq;
    }
  }

  #execute<R>(statement: () => R): R {
    try {
      return statement();
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }

  #buffer(sql: string, values: readonly Value[]): void {
    this.#assertOpen();
    this.#rows.push({ sql, values });
    this.#context.lookupCache.invalidate(sql);
    this.changes.push(this.#context.encode(sql, values));
  }

  #changeHead(stream: number): Head {
    const head = this.#context.writeBuffer.head(stream);
    if (!this.heads.has(head)) {
      const { message_head, message_at } = head;
      this.heads.set(head, { head: head.head, message_head, message_at });
    }
    this.#dirtyHeads?.add(head);
    return head;
  }

  #prepare(sql: string, values: readonly Value[]): RowStatement {
    this.#assertOpen();
    const changes = !sql.startsWith("select");
    this.#flushVisible(sql, values, changes);
    if (changes) {
      this.changes.push(this.#context.encode(sql, values));
      this.#context.lookupCache.invalidate(sql);
    }
    return this.#context.statement(sql);
  }

  /**
   * Writes to SQLite what is buffered and visible to the statement. Rows of earlier transactions are written before the
   * savepoint, so that a rollback of this transaction keeps them.
   */
  #flushVisible(sql: string, values: readonly Value[], changes: boolean): void {
    const { writeBuffer, statement } = this.#context;
    if (!this.#dirtyHeads) {
      if (!changes && !writeBuffer.isVisibleTo(sql, this.#rows, this.heads)) {
        writeBuffer.flushFor(sql, values);
        return;
      }
      // Nothing of other transactions may be written inside the savepoint: it would be rolled back with this one.
      writeBuffer.flush(this.heads);
      statement("savepoint tx").run();
      this.#dirtyHeads = new Set(this.heads.keys());
    }
    writeBuffer.addRows(this.#rows, this.#dirtyHeads);
    this.#rows = [];
    this.#dirtyHeads.clear();
    writeBuffer.flush();
  }

  #assertOpen(): void {
    if (this.#ended) throw new Error("the transaction has ended");
  }
}
