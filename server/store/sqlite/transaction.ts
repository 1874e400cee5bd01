/** One transaction on SQLite: its reads, writes, buffered rows and events, rolled back as a whole if it throws. */
import type { BufferedRow, CommitNote, TxClient, Key, NewEvent, Tx, Value } from "../db.ts";
import type { Lookup } from "../lookup.ts";
import type { NumberedEvent } from "../queries/streams/event-ranges.ts";
import type { BufferedWrite, Statement, Write } from "../statement.ts";
import type { LookupCache } from "./lookup-cache.ts";
import type { RowStatement } from "./row-statement.ts";
import type { WriteBuffer, StreamNumbers, NumbersBefore } from "./write-buffer.ts";
import type { EncodedStatement } from "./redo-record.ts";

/** What the transactions of a batch share. */
export interface TransactionContext {
  readonly prepare: (statement: Statement) => RowStatement;
  readonly savepoint: Savepoint;
  readonly lookupCache: LookupCache;
  readonly writeBuffer: WriteBuffer;
  /** Encodes a statement for the redo record. */
  readonly encode: (statement: Statement, values: readonly Value[]) => EncodedStatement;
}

/** The statements that begin, release and roll back a transaction within that of SQLite. */
export interface Savepoint {
  readonly begin: RowStatement;
  readonly release: RowStatement;
  readonly rollBack: RowStatement;
}

/** Runs the query of a lookup and caches its value. */
export function loadLookup<T>(
  prepare: (lookup: Statement, keys: readonly Key[]) => RowStatement,
  lookupCache: LookupCache,
  lookup: Lookup<T>,
  key: Key,
  second?: Key,
): T | undefined {
  const keys = second === undefined ? [key] : [key, second];
  const rows = prepare(lookup, keys).all(...keys);
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
  /** The streams whose last numbers the transaction changed, with the numbers before it. */
  readonly changedStreams = new Map<StreamNumbers, NumbersBefore>();
  /** Of these, the ones that are not written to SQLite yet. Absent while there is no savepoint. */
  #dirtyStreams: Set<StreamNumbers> | undefined;
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
    return this.#dirtyStreams !== undefined;
  }

  async all<R>(statement: Statement<R>, ...values: Value[]): Promise<R[]> {
    return this.#execute(() => this.#prepare(statement, values).all(...values) as R[]);
  }

  async get<R>(statement: Statement<R>, ...values: Value[]): Promise<R | undefined> {
    return this.#execute(() => this.#prepare(statement, values).get(...values) as R | undefined);
  }

  lookUp<T>(lookup: Lookup<T>, key: Key, second?: Key): T | undefined {
    this.#assertOpen();
    const { lookupCache, prepare } = this.#context;
    const cached = lookupCache.get(lookup, key, second) as T | undefined;
    if (cached !== undefined) return cached;
    const flushed = (statement: Statement, keys: readonly Key[]) => {
      this.#flushVisible(statement, keys, false);
      return prepare(statement);
    };
    return this.#execute(() => loadLookup(flushed, lookupCache, lookup, key, second));
  }

  /** Transactions run one after another, so no other transaction can change the row. */
  lookUpAndLock<T>(lookup: Lookup<T>, key: Key, second?: Key): T | undefined {
    return this.lookUp(lookup, key, second);
  }

  async run(statement: Write, ...values: Value[]): Promise<void> {
    this.#execute(() => this.#prepare(statement, values).run(...values));
  }

  buffer(statement: BufferedWrite, ...values: Value[]): undefined {
    this.#assertOpen();
    this.#rows.push({ statement, values });
    this.#context.lookupCache.invalidate(statement);
    this.changes.push(this.#context.encode(statement, values));
  }

  allocateMessageIds(chat: number, count: number, date_s: number): number {
    this.#assertOpen();
    const stream = this.#changeStream(chat);
    stream.message_at = date_s;
    return (stream.last_message_id += count);
  }

  append(event: NewEvent): void {
    this.events.push(event);
  }

  note(note: CommitNote): void {
    (this.notes ??= []).push(note);
  }

  /**
   * Numbers the events, and passes them, the buffered rows and the changed streams to the write buffer.
   * @throws Error when a statement has failed and the body caught the error: its redo record could not be replayed, and
   * PostgreSQL would have rolled the transaction back
   */
  finish(now_s: number): void {
    if (this.#hasFailed) throw new Error("a statement failed, and the transaction went on");
    for (const { stream, kind, ref, body } of this.events) {
      this.numberedEvents.push({ stream, kind, ref, body, seq: ++this.#changeStream(stream).last_seq, at: now_s });
    }
    if (this.notes) this.#numberNotes(this.notes);
    const { writeBuffer } = this.#context;
    writeBuffer.addRows(this.#rows, this.#dirtyStreams ?? this.changedStreams.keys());
    for (const event of this.numberedEvents) writeBuffer.addEvent(event);
    if (this.#dirtyStreams) this.#context.savepoint.release.run();
    this.#ended = true;
  }

  /** Restores the state before the transaction. */
  rollBack(): void {
    this.#ended = true;
    for (const [changed, before] of this.changedStreams) Object.assign(changed, before);
    if (!this.#dirtyStreams) return;
    this.#context.savepoint.rollBack.run();
    this.#context.savepoint.release.run();
    this.#context.lookupCache.clear();
  }

  #numberNotes(notes: readonly CommitNote[]): void {
    let i = 0;
    for (const note of notes) {
      if (!note.event) continue;
      i = this.events.indexOf(note.event, i);
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

  #changeStream(id: number): StreamNumbers {
    const stream = this.#context.writeBuffer.stream(id);
    if (!this.changedStreams.has(stream)) {
      const { last_seq, last_message_id, message_at } = stream;
      this.changedStreams.set(stream, { last_seq, last_message_id, message_at });
    }
    this.#dirtyStreams?.add(stream);
    return stream;
  }

  #prepare(statement: Statement, values: readonly Value[]): RowStatement {
    this.#assertOpen();
    const changes = statement.kind === "write";
    this.#flushVisible(statement, values, changes);
    if (changes) {
      this.changes.push(this.#context.encode(statement, values));
      this.#context.lookupCache.invalidate(statement);
    }
    return this.#context.prepare(statement);
  }

  /**
   * Writes to SQLite what is buffered and visible to the statement. Rows of earlier transactions are written before the
   * savepoint, so that a rollback of this transaction keeps them.
   */
  #flushVisible(statement: Statement, values: readonly Value[], changes: boolean): void {
    const { writeBuffer, savepoint } = this.#context;
    if (!this.#dirtyStreams) {
      if (!changes && !writeBuffer.isVisibleTo(statement, this.#rows, this.changedStreams)) {
        writeBuffer.flushFor(statement, values);
        return;
      }
      // Nothing of other transactions may be written inside the savepoint: it would be rolled back with this one.
      writeBuffer.flush(this.changedStreams);
      savepoint.begin.run();
      this.#dirtyStreams = new Set(this.changedStreams.keys());
    }
    writeBuffer.addRows(this.#rows, this.#dirtyStreams);
    this.#rows = [];
    this.#dirtyStreams.clear();
    writeBuffer.flush();
  }

  #assertOpen(): void {
    if (this.#ended) throw new Error("the transaction has ended");
  }
}
