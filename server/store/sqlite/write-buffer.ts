/** Rows and last numbers of streams that are in the redo log and not yet in SQLite, which gets many of them at once. */
import type { BufferedRow, Value } from "../db.ts";
import { INSERT_EVENTS, EventRangeBuilder, type NumberedEvent } from "../queries/streams/event-ranges.ts";
import { readOfStream, write, type BufferedWrite, type Statement } from "../statement.ts";
import type { RowStatement } from "./row-statement.ts";

/** Streams in memory at most. When there are more, all are dropped after a flush. */
const MAX_STREAMS = 50_000;

const FIND_NUMBERS = readOfStream("stream")`select last_seq, last_message_id, message_at from stream where id = ?`;
/** Sets the last numbers of a stream, and the date of its newest message. */
const SET_NUMBERS = write("stream")`update stream set last_seq = ?, last_message_id = ?, message_at = ? where id = ?`;
/** The same for many streams: the parameter is a JSON array of their numbers. */
export const SET_ALL_NUMBERS = write("stream")`
  update stream set last_seq = moved.value ->> 0, last_message_id = moved.value ->> 1, message_at = moved.value ->> 2
  from json_each(?) as moved where stream.id = moved.value ->> 3`;

/** The last numbers that a stream has allocated. */
export interface StreamNumbers {
  readonly id: number;
  last_seq: number;
  last_message_id: number;
  /** The date of the newest message, in Unix seconds. */
  message_at: number;
}

/** The same before a transaction. */
export type NumbersBefore = Pick<StreamNumbers, "last_seq" | "last_message_id" | "message_at">;

export class WriteBuffer {
  readonly #prepare: (statement: Statement) => RowStatement;
  /** The parameters of buffered statements, by statement. */
  readonly #rows = new Map<BufferedWrite, (readonly Value[])[]>();
  readonly #events = new EventRangeBuilder();
  readonly #streams = new Map<number, StreamNumbers>();
  /** Streams whose numbers are not written to SQLite yet. */
  readonly #dirtyStreams = new Set<StreamNumbers>();

  constructor(prepare: (statement: Statement) => RowStatement) {
    this.#prepare = prepare;
  }

  /** @throws when there is no such stream */
  stream(id: number): StreamNumbers {
    let stream = this.#streams.get(id);
    if (!stream) {
      const found = this.#prepare(FIND_NUMBERS).get(id) as unknown as NumbersBefore | undefined;
      if (!found) throw new Error(`no stream ${id}`);
      stream = { id, last_seq: found.last_seq, last_message_id: found.last_message_id, message_at: found.message_at };
      this.#streams.set(id, stream);
    }
    return stream;
  }

  /** Adds the buffered rows and the changed streams of a transaction. */
  addRows(rows: readonly BufferedRow[], streams: Iterable<StreamNumbers>): void {
    for (const { statement, values } of rows) {
      const waiting = this.#rows.get(statement);
      if (waiting) waiting.push(values);
      else this.#rows.set(statement, [values]);
    }
    for (const stream of streams) this.#dirtyStreams.add(stream);
  }

  /** Adds the next event of a stream. */
  addEvent(event: NumberedEvent): void {
    this.#events.add(event);
  }

  /** Whether a statement could read these rows, or the numbers of these streams. */
  isVisibleTo(
    statement: Statement,
    rows: readonly BufferedRow[],
    streams: ReadonlyMap<StreamNumbers, unknown>,
  ): boolean {
    if (streams.size > 0 && statement.touches("stream")) return true;
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
    if (statement.touches("stream")) this.#flushNumbers();
  }

  /** Writes everything to SQLite. `before` has the numbers as they were before the running transaction. */
  flush(before?: ReadonlyMap<StreamNumbers, NumbersBefore>): void {
    this.flushRows();
    this.#flushEvents(this.#events.take());
    this.#flushNumbers(before);
  }

  /** Writes the rows. Events and numbers stay: later events join their row, and later numbers replace them. */
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
    const stream = this.#streams.get(id);
    if (stream && this.#dirtyStreams.delete(stream)) {
      this.#prepare(SET_NUMBERS).run(stream.last_seq, stream.last_message_id, stream.message_at, id);
    }
  }

  #flushNumbers(before?: ReadonlyMap<StreamNumbers, NumbersBefore>): void {
    if (this.#dirtyStreams.size === 0) return;
    const set = this.#prepare(SET_NUMBERS);
    for (const stream of this.#dirtyStreams) {
      const known = before?.get(stream) ?? stream;
      set.run(known.last_seq, known.last_message_id, known.message_at, stream.id);
    }
    this.#dirtyStreams.clear();
  }

  /** Bounds the memory. Call it only after a flush of everything. */
  trim(): void {
    if (this.#streams.size > MAX_STREAMS) this.#streams.clear();
  }
}
