/** What a transaction changes at its end: buffered rows, events and message ids. Nothing of it is sent before. */
import type { BufferedRow, CommitNote, NewEvent, Value } from "../db.ts";
import type { Statement } from "../statement.ts";

/** The message ids that a transaction has allocated in one chat. */
export interface Allocation {
  /** The last id before the transaction. */
  readonly expected: number;
  count: number;
  /** The date of the newest message, in Unix seconds. */
  date_s: number;
}

/** The last sequence number of a stream. */
export interface LastSeq {
  readonly id: number;
  readonly last_seq: number;
}

export class Changes {
  readonly rows: BufferedRow[] = [];
  readonly events: NewEvent[] = [];
  /** What the observer of commits is told. */
  readonly notes: CommitNote[] = [];
  readonly allocations = new Map<number, Allocation>();
  readonly #tables = new Set<string>();

  get isEmpty(): boolean {
    return this.rows.length + this.events.length + this.allocations.size + this.notes.length === 0;
  }

  addRow(row: BufferedRow): void {
    this.#tables.add(row.statement.target);
    this.rows.push(row);
  }

  /** Allocates message ids after `last`, the last one of the chat. @returns the last one */
  allocate(chat: number, last: number, count: number, date_s: number): number {
    let allocation = this.allocations.get(chat);
    if (!allocation) this.allocations.set(chat, (allocation = { expected: last, count: 0, date_s }));
    allocation.count += count;
    allocation.date_s = date_s;
    return allocation.expected + allocation.count;
  }

  /** Adds the changes of a later transaction. */
  add(later: Changes): void {
    for (const row of later.rows) this.rows.push(row);
    for (const event of later.events) this.events.push(event);
    for (const note of later.notes) this.notes.push(note);
    this.addVisible(later);
  }

  /** Adds only what decides which statements could read the changes of a later transaction. */
  addVisible(later: Changes): void {
    for (const table of later.#tables) this.#tables.add(table);
    for (const [chat, { expected, count, date_s }] of later.allocations) this.allocate(chat, expected, count, date_s);
  }

  /** Removes the buffered rows, which are written now. */
  takeRows(): BufferedRow[] {
    this.#tables.clear();
    return this.rows.splice(0);
  }

  /** Whether a statement could read what waits here. */
  isVisibleTo(statement: Statement, values: readonly Value[]): boolean {
    if (this.allocations.size > 0 && statement.touches("stream")) return true;
    for (const table of this.#tables) {
      if (statement.touches(table) && !(table === "message" && this.#readsOlderMessage(statement, values))) return true;
    }
    return false;
  }

  /** Whether a statement reads one message that is older than those that wait here. */
  #readsOlderMessage({ scope }: Statement, [chat, message_id]: readonly Value[]): boolean {
    if (scope !== "message") return false;
    const allocation = this.allocations.get(chat as number);
    return !allocation || (message_id as number) <= allocation.expected;
  }

  clear(): void {
    this.rows.length = 0;
    this.events.length = 0;
    this.notes.length = 0;
    this.allocations.clear();
    this.#tables.clear();
  }

  /** The streams of noted events. */
  get notedStreams(): Set<number> {
    return new Set(this.notes.flatMap(({ event }) => event?.stream ?? []));
  }

  /** Sets the numbers of noted events. @param lastSeqs - the last number of each of their streams after the commit */
  numberNotes(lastSeqs: readonly LastSeq[]): void {
    const last = new Map(lastSeqs.map(({ id, last_seq }) => [id, last_seq]));
    const noted = this.notes.filter(({ event }) => event);
    for (let i = this.events.length - 1; noted.length > 0; i--) {
      const event = this.events[i]!;
      const seq = last.get(event.stream);
      if (seq === undefined) continue;
      last.set(event.stream, seq - 1);
      if (noted.at(-1)!.event === event) noted.pop()!.seq = seq;
    }
  }

  /** The streams that get events. */
  get streams(): Set<number> {
    return new Set(this.events.map((event) => event.stream));
  }
}
