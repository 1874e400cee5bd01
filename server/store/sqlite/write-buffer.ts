/** Rows and stream heads that are in the redo log and not yet in SQLite, which gets many of them at once. */
import type { BufferedRow, Value } from "../db.ts";
import { INSERT_EVENTS, EventRangeBuilder, type NumberedEvent } from "../queries/streams/event-ranges.ts";
import { readOfStream, write, type BufferedWrite, type Statement } from "../statement.ts";
import type { RowStatement } from "./row-statement.ts";

/** Heads in memory at most. When there are more, all are dropped after a flush. */
const MAX_HEADS = 50_000;

const FIND_HEAD = readOfStream("stream")`select head, message_head, message_at from stream where id = ?`;
/** Sets both heads of a stream, and the date of its newest message. */
const SET_HEADS = write("stream")`update stream set head = ?, message_head = ?, message_at = ? where id = ?`;
/** The same for many streams: the parameter is a JSON array of their heads. */
export const SET_ALL_HEADS = write("stream")`
  update stream set head = moved.value ->> 0, message_head = moved.value ->> 1, message_at = moved.value ->> 2
  from json_each(?) as moved where stream.id = moved.value ->> 3`;

/** The newest numbers that a stream has allocated. */
export interface Head {
  readonly id: number;
  head: number;
  message_head: number;
  /** The date of the newest message, in Unix seconds. */
  message_at: number;
}

/** The values of a head before a transaction. */
export type HeadBefore = Pick<Head, "head" | "message_head" | "message_at">;

export class WriteBuffer {
  readonly #prepare: (statement: Statement) => RowStatement;
  /** The parameters of buffered statements, by statement. */
  readonly #rows = new Map<BufferedWrite, (readonly Value[])[]>();
  readonly #events = new EventRangeBuilder();
  readonly #heads = new Map<number, Head>();
  /** Heads that are not written to SQLite yet. */
  readonly #dirtyHeads = new Set<Head>();

  constructor(prepare: (statement: Statement) => RowStatement) {
    this.#prepare = prepare;
  }

  /** @throws when there is no such stream */
  head(id: number): Head {
    let head = this.#heads.get(id);
    if (!head) {
      const found = this.#prepare(FIND_HEAD).get(id) as unknown as HeadBefore | undefined;
      if (!found) throw new Error(`no stream ${id}`);
      head = { id, head: found.head, message_head: found.message_head, message_at: found.message_at };
      this.#heads.set(id, head);
    }
    return head;
  }

  /** Adds the buffered rows and the changed heads of a transaction. */
  addRows(rows: readonly BufferedRow[], heads: Iterable<Head>): void {
    for (const { statement, values } of rows) {
      const waiting = this.#rows.get(statement);
      if (waiting) waiting.push(values);
      else this.#rows.set(statement, [values]);
    }
    for (const head of heads) this.#dirtyHeads.add(head);
  }

  /** Adds the next event of a stream. */
  addEvent(event: NumberedEvent): void {
    this.#events.add(event);
  }

  /** Whether a statement could read these rows, or the table of these heads. */
  isVisibleTo(statement: Statement, rows: readonly BufferedRow[], heads: ReadonlyMap<Head, unknown>): boolean {
    if (heads.size > 0 && statement.touches("stream")) return true;
    return rows.some((row) => statement.touches(row.statement.target));
  }

  /** Writes to SQLite what a statement with these parameters could read. */
  flushFor(statement: Statement, values: readonly Value[]): void {
    for (const [buffered, rows] of this.#rows) {
      if (statement.touches(buffered.target)) this.#writeRows(buffered, rows);
    }
    if (statement.scope === "stream") {
      this.#flushStream(values[0] as number);
      return;
    }
    if (statement.touches("event")) this.#flushEvents(this.#events.take());
    if (statement.touches("stream")) this.#flushHeads();
  }

  /** Writes everything to SQLite. `before` has the heads as they were before the running transaction. */
  flush(before?: ReadonlyMap<Head, HeadBefore>): void {
    this.flushRows();
    this.#flushEvents(this.#events.take());
    this.#flushHeads(before);
  }

  /** Writes the rows. Events and heads stay: later events join their row, and later heads replace them. */
  flushRows(): void {
    for (const [buffered, rows] of this.#rows) this.#writeRows(buffered, rows);
  }

  #writeRows(buffered: BufferedWrite, rows: readonly (readonly Value[])[]): void {
    this.#rows.delete(buffered);
    const prepared = this.#prepare(buffered);
    for (const values of rows) prepared.run(...values);
  }

  #flushEvents(rows: readonly (readonly Value[])[]): void {
    if (rows.length === 0) return;
    const add = this.#prepare(INSERT_EVENTS);
    for (const values of rows) add.run(...values);
  }

  #flushStream(id: number): void {
    this.#flushEvents(this.#events.takeOf(id));
    const head = this.#heads.get(id);
    if (head && this.#dirtyHeads.delete(head)) {
      this.#prepare(SET_HEADS).run(head.head, head.message_head, head.message_at, id);
    }
  }

  #flushHeads(before?: ReadonlyMap<Head, HeadBefore>): void {
    if (this.#dirtyHeads.size === 0) return;
    const set = this.#prepare(SET_HEADS);
    for (const head of this.#dirtyHeads) {
      const known = before?.get(head) ?? head;
      set.run(known.head, known.message_head, known.message_at, head.id);
    }
    this.#dirtyHeads.clear();
  }

  /** Bounds the memory. Call it only after a flush of everything. */
  trim(): void {
    if (this.#heads.size > MAX_HEADS) this.#heads.clear();
  }
}
