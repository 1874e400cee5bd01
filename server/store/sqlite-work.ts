/** One work on SQLite: what it reads, writes, adds and appends, undone as a whole if it throws. */
import type { StatementSync } from "node:sqlite";
import type { Key, Lookup, NewEvent, Tx, Value } from "./db.ts";
import type { NumberedEvent } from "./event-rows.ts";
import type { Answers } from "./sqlite-answers.ts";
import type { Deferred, Head, HeadBefore, Row } from "./sqlite-deferred.ts";
import type { Noted } from "./sqlite-journal-record.ts";

/** What works share. */
export interface Shared {
  readonly statement: (sql: string) => StatementSync;
  readonly answers: Answers;
  readonly deferred: Deferred;
  /** A statement as the journal keeps it. */
  readonly note: (sql: string, values: readonly Value[]) => Noted;
}

/** Asks the store for an answer and keeps it. */
export function ask<T>(
  statement: (sql: string, keys: readonly Key[]) => StatementSync,
  answers: Answers,
  lookup: Lookup<T>,
  key: Key,
  second?: Key,
): T | undefined {
  const keys = second === undefined ? [key] : [key, second];
  const rows = statement(lookup.sql, keys).all(...keys);
  const answer = lookup.answer(rows as never[]);
  // That there is nothing is not kept: anybody could fill the memory with ids that nobody has.
  if (answer !== undefined) answers.keep(lookup, key, second, answer);
  return answer;
}

export class Work implements Tx {
  readonly events: NewEvent[] = [];
  /** The same with their numbers, once the work has returned. */
  readonly numbered: NumberedEvent[] = [];
  /** What the journal is to keep, in order. */
  readonly changes: Noted[] = [];
  /** The heads that the work moved, as they were before. */
  readonly heads = new Map<Head, HeadBefore>();
  /** Of these, since there is a savepoint, those that SQLite has not been told of. */
  readonly #untold = new Set<Head>();
  readonly #shared: Shared;
  #rows: Row[] = [];
  #hasSavepoint = false;
  #ended = false;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  /** Set at the first statement that changes something, or asks for what the work has added. */
  get hasSavepoint(): boolean {
    return this.#hasSavepoint;
  }

  async all<R>(sql: string, ...values: Value[]): Promise<R[]> {
    return this.#ask(sql, values).all(...values) as R[];
  }

  async get<R>(sql: string, ...values: Value[]): Promise<R | undefined> {
    return this.#ask(sql, values).get(...values) as R | undefined;
  }

  lookUp<T>(lookup: Lookup<T>, key: Key, second?: Key): T | undefined {
    this.#assertOpen();
    const { answers, statement } = this.#shared;
    const kept = answers.find(lookup, key, second) as T | undefined;
    if (kept !== undefined) return kept;
    const caughtUp = (sql: string, keys: readonly Key[]) => {
      this.#catchUp(sql, keys, false);
      return statement(sql);
    };
    return ask(caughtUp, answers, lookup, key, second);
  }

  /** Works run one after another: nobody else writes meanwhile. */
  lookUpAndHold<T>(lookup: Lookup<T>, key: Key, second?: Key): T | undefined {
    return this.lookUp(lookup, key, second);
  }

  async run(sql: string, ...values: Value[]): Promise<void> {
    this.#ask(sql, values).run(...values);
  }

  add(insert: string, ...values: Value[]): void {
    this.#putOff(insert, values);
  }

  later(update: string, ...values: Value[]): void {
    this.#putOff(update, values);
  }

  takeMessageIds(chat: number, count: number, date_s: number): number {
    this.#assertOpen();
    const head = this.#move(chat);
    head.message_at = date_s;
    return (head.message_head += count);
  }

  append(event: NewEvent): void {
    this.events.push(event);
  }

  /** Numbers the events, and hands over what SQLite may get later. */
  finish(now_s: number): void {
    for (const { stream, kind, ref, body } of this.events) {
      this.numbered.push({ stream, kind, ref, body, seq: ++this.#move(stream).head, at: now_s });
    }
    const { deferred } = this.#shared;
    deferred.take(this.#rows, this.#hasSavepoint ? this.#untold : this.heads.keys());
    for (const event of this.numbered) deferred.takeEvent(event);
    if (this.#hasSavepoint) this.#shared.statement("release work").run();
    this.#ended = true;
  }

  /** Leaves everything as it was before the work. */
  undo(): void {
    this.#ended = true;
    for (const [head, before] of this.heads) Object.assign(head, before);
    if (!this.#hasSavepoint) return;
    this.#shared.statement("rollback to work").run();
    this.#shared.statement("release work").run();
    this.#shared.answers.clear();
  }

  #putOff(sql: string, values: readonly Value[]): void {
    this.#assertOpen();
    this.#rows.push({ sql, values });
    this.#shared.answers.changed(sql);
    this.changes.push(this.#shared.note(sql, values));
  }

  #move(stream: number): Head {
    const head = this.#shared.deferred.head(stream);
    if (!this.heads.has(head)) {
      const { message_head, message_at } = head;
      this.heads.set(head, { head: head.head, message_head, message_at });
    }
    if (this.#hasSavepoint) this.#untold.add(head);
    return head;
  }

  #ask(sql: string, values: readonly Value[]): StatementSync {
    this.#assertOpen();
    const changes = !sql.startsWith("select");
    this.#catchUp(sql, values, changes);
    if (changes) {
      this.changes.push(this.#shared.note(sql, values));
      this.#shared.answers.changed(sql);
    }
    return this.#shared.statement(sql);
  }

  /** Gives SQLite what it has not been told yet and the statement could see: of works before this one for good. */
  #catchUp(sql: string, values: readonly Value[], changes: boolean): void {
    const { deferred, statement } = this.#shared;
    if (!this.#hasSavepoint) {
      if (!changes && !deferred.concerns(sql, this.#rows, this.heads)) {
        deferred.flushFor(sql, values);
        return;
      }
      // Under a savepoint nothing of other works may follow: it would go with this one.
      deferred.flush(this.heads);
      statement("savepoint work").run();
      this.#hasSavepoint = true;
      for (const head of this.heads.keys()) this.#untold.add(head);
    }
    deferred.take(this.#rows, this.#untold);
    this.#rows = [];
    this.#untold.clear();
    deferred.flush();
  }

  #assertOpen(): void {
    if (this.#ended) throw new Error("the transaction has ended");
  }
}
