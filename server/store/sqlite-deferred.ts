/** Rows and stream heads that are in the journal and not yet in SQLite: it gets many at once, when it is asked next. */
import type { StatementSync } from "node:sqlite";
import type { Value } from "./db.ts";
import { ADD_EVENTS, EventRows, type NumberedEvent } from "./event-rows.ts";
import { readWritten } from "./sqlite-answers.ts";

/** Heads remembered at most; past it, those that SQLite knows are forgotten. */
const MAX_HEADS = 50_000;

const FIND_HEAD = "select head, message_head, message_at from stream where id = ?";
/** Sets both heads of a stream, and the date of its newest message. */
const SET_HEADS = "update stream set head = ?, message_head = ?, message_at = ? where id = ?";
/** The same for many streams, which a JSON text names with their heads. */
export const SET_ALL_HEADS = `update stream set head = moved.value ->> 0, message_head = moved.value ->> 1,
  message_at = moved.value ->> 2 from json_each(?) as moved where stream.id = moved.value ->> 3`;

const ASKS_ONE_STREAM =
  /^select [\w, ()*]+ from (?:event\s+where stream|stream\s+where id) = \?(?!.*\b(?:from|join)\b)/s;

/** The newest numbers a stream has given out (ARCHITECTURE.md, Streams). */
export interface Head {
  readonly id: number;
  head: number;
  message_head: number;
  /** The date of the newest message, in Unix seconds. */
  message_at: number;
}

/** A head before a work took numbers from it. */
export type HeadBefore = Pick<Head, "head" | "message_head" | "message_at">;

/** A row to insert, or one to change by so much. */
export interface Row {
  readonly sql: string;
  readonly values: readonly Value[];
}

export class Deferred {
  readonly #statement: (sql: string) => StatementSync;
  /** What is to be inserted or changed, by the statement that does it. */
  readonly #rows = new Map<string, (readonly Value[])[]>();
  readonly #events = new EventRows();
  readonly #heads = new Map<number, Head>();
  /** Heads that SQLite does not know yet. */
  readonly #moved = new Set<Head>();
  readonly #words = new Map<string, ReadonlySet<string>>();
  readonly #asksOne = new Map<string, boolean>();

  constructor(statement: (sql: string) => StatementSync) {
    this.#statement = statement;
  }

  /** @throws when there is no such stream */
  head(id: number): Head {
    let head = this.#heads.get(id);
    if (!head) {
      const found = this.#statement(FIND_HEAD).get(id) as unknown as HeadBefore | undefined;
      if (!found) throw new Error(`no stream ${id}`);
      head = { id, head: found.head, message_head: found.message_head, message_at: found.message_at };
      this.#heads.set(id, head);
    }
    return head;
  }

  /** Takes over what a work has added, and the heads it has moved. */
  take(rows: readonly Row[], heads: Iterable<Head>): void {
    for (const { sql, values } of rows) {
      const waiting = this.#rows.get(sql);
      if (waiting) waiting.push(values);
      else this.#rows.set(sql, [values]);
    }
    for (const head of heads) this.#moved.add(head);
  }

  /** Takes over the next event of a stream. */
  takeEvent(event: NumberedEvent): void {
    this.#events.add(event);
  }

  /** Whether a statement could see these rows, or that these heads have moved. */
  concerns(sql: string, rows: readonly Row[], heads: ReadonlyMap<Head, unknown>): boolean {
    if (heads.size > 0 && this.#names(sql, "stream")) return true;
    return rows.some((row) => this.#names(sql, tableOf(row.sql)));
  }

  /** Gives SQLite what a statement with these values could see, and leaves the rest for later. */
  flushFor(sql: string, values: readonly Value[]): void {
    for (const [put, rows] of this.#rows) if (this.#names(sql, tableOf(put))) this.#put(put, rows);
    if (this.#isAboutOne(sql)) {
      this.#flushStream(values[0] as number);
      return;
    }
    if (this.#names(sql, "event")) this.#flushEvents(this.#events.take());
    if (this.#names(sql, "stream")) this.#flushHeads();
  }

  /** Gives SQLite everything. `before` has the heads as they are without the work that is under way. */
  flush(before?: ReadonlyMap<Head, HeadBefore>): void {
    this.flushRows();
    this.#flushEvents(this.#events.take());
    this.#flushHeads(before);
  }

  /** Gives SQLite the rows. Events and heads gain by waiting: later ones take the place of earlier ones. */
  flushRows(): void {
    for (const [put, rows] of this.#rows) this.#put(put, rows);
  }

  #put(sql: string, rows: readonly (readonly Value[])[]): void {
    this.#rows.delete(sql);
    const statement = this.#statement(sql);
    for (const values of rows) statement.run(...values);
  }

  #flushEvents(rows: readonly (readonly Value[])[]): void {
    if (rows.length === 0) return;
    const add = this.#statement(ADD_EVENTS);
    for (const values of rows) add.run(...values);
  }

  #flushStream(id: number): void {
    this.#flushEvents(this.#events.takeOf(id));
    const head = this.#heads.get(id);
    if (head && this.#moved.delete(head)) {
      this.#statement(SET_HEADS).run(head.head, head.message_head, head.message_at, id);
    }
  }

  #flushHeads(before?: ReadonlyMap<Head, HeadBefore>): void {
    if (this.#moved.size === 0) return;
    const set = this.#statement(SET_HEADS);
    for (const head of this.#moved) {
      const known = before?.get(head) ?? head;
      set.run(known.head, known.message_head, known.message_at, head.id);
    }
    this.#moved.clear();
  }

  /** Whether a word stands in a statement. Where it is no table there, more is flushed than need be, which harms nobody. */
  #names(sql: string, word: string): boolean {
    let words = this.#words.get(sql);
    if (!words) this.#words.set(sql, (words = new Set(sql.match(/\w+/g))));
    return words.has(word);
  }

  /** Whether a statement can see nothing of streams but the one that its first value names. */
  #isAboutOne(sql: string): boolean {
    let is = this.#asksOne.get(sql);
    if (is === undefined) this.#asksOne.set(sql, (is = ASKS_ONE_STREAM.test(sql)));
    return is;
  }

  /** Bounds the memory; to be called when everything has been flushed. */
  trim(): void {
    if (this.#heads.size > MAX_HEADS) this.#heads.clear();
  }
}

function tableOf(sql: string): string {
  return readWritten(sql)!.table;
}
