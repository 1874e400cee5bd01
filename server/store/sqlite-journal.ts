/** The journal: what works changed, on disk before anybody hears of it. SQLite's own commits follow in larger steps. */
import { closeSync, readFileSync } from "node:fs";
import { seal, unseal, type Statement } from "./sqlite-journal-record.ts";
import {
  dropSegments,
  FILES,
  listSegments,
  openSegment,
  type JournalFiles,
  type Segment,
} from "./sqlite-journal-segments.ts";

/** Writes under way at once: on a slow disk a second one need not wait for the first. */
const IN_FLIGHT = 3;

interface Flight {
  readonly end: number;
  readonly callbacks: readonly (() => void)[];
  landed: boolean;
}

export class Journal {
  readonly #base: string;
  readonly #fatal: (error: unknown) => void;
  readonly #files: JournalFiles;
  #segment: Segment;
  #old: Segment[] = [];
  #pending: { readonly bytes: Buffer; readonly callback: () => void }[] = [];
  readonly #flights: Flight[] = [];
  #waiting: { readonly upTo: number; readonly done: () => void }[] = [];
  #sent: number;
  #durable: number;
  /** The position after the last record, durable or not. */
  end: number;
  /** Called when a write has ended, so that more can be gathered. */
  onRoom = () => {};

  /** Goes on at a position, in a segment of its own. `base` is the path that all segments begin with. */
  constructor(base: string, position: number, fatal: (error: unknown) => void, files = FILES) {
    this.#base = base;
    this.#fatal = fatal;
    this.#files = files;
    this.#segment = openSegment(files, base, position);
    this.#sent = position;
    this.#durable = position;
    this.end = position;
  }

  /** Writes under way. */
  get flying(): number {
    return this.#flights.length;
  }

  /** Whether as many writes are under way as may be. */
  get full(): boolean {
    return this.#flights.length >= IN_FLIGHT;
  }

  /** Bytes in the segment that is being written. */
  get size(): number {
    return this.end - this.#segment.start;
  }

  /** Adds a record; `callback` is called when it, and all before it, are on disk. */
  append(record: string, callback: () => void): void {
    const bytes = seal(record, this.end);
    this.end += bytes.length;
    this.#pending.push({ bytes, callback });
    if (!this.full) this.#send();
  }

  /** Resolves when everything appended so far is on disk; `undefined` if it is. */
  settled(): Promise<void> | undefined {
    if (this.#durable === this.end) return undefined;
    return new Promise((done) => this.#waiting.push({ upTo: this.end, done }));
  }

  /** Starts a new segment. What is in the older ones is needed until `dropBefore`. @returns where it begins */
  rotate(): number {
    this.#send();
    this.#old.push(this.#segment);
    this.#segment = openSegment(this.#files, this.#base, this.end);
    return this.end;
  }

  /** Takes away the segments up to where one begins: SQLite has all of it, durably. Later ones may have begun since. */
  dropBefore(position: number): void {
    const written = this.#old.filter(({ start }) => start < position);
    this.#old = this.#old.filter(({ start }) => start >= position);
    const drop = () => {
      for (const { descriptor } of written) closeSync(descriptor);
      dropSegments(this.#base, position);
    };
    // A write may still be under way into a segment nobody needs any more.
    const settled = this.settled();
    if (settled) void settled.then(drop);
    else drop();
  }

  async close(): Promise<void> {
    await this.settled();
    for (const { descriptor } of [...this.#old, this.#segment]) closeSync(descriptor);
  }

  #send(): void {
    const pending = this.#pending;
    if (pending.length === 0) return;
    this.#pending = [];
    const bytes = pending.length === 1 ? pending[0]!.bytes : Buffer.concat(pending.map((each) => each.bytes));
    const position = this.#sent;
    this.#sent += bytes.length;
    const flight: Flight = { end: this.#sent, callbacks: pending.map((each) => each.callback), landed: false };
    this.#flights.push(flight);
    const { descriptor, start } = this.#segment;
    this.#files.write(descriptor, bytes, position - start, (error, written) => {
      // After a failed write nothing later proves anything: what was not written cannot be told from what was.
      if (error || written !== bytes.length) {
        this.#fatal(error ?? new Error("the journal could not be written: the disk is full"));
        return;
      }
      flight.landed = true;
      this.#land();
    });
  }

  /** Answers in order: a record is durable only when all before it are. */
  #land(): void {
    while (this.#flights[0]?.landed) {
      const flight = this.#flights.shift()!;
      this.#durable = flight.end;
      for (const callback of flight.callbacks) callback();
    }
    const waiting = this.#waiting;
    if (waiting.length > 0) {
      this.#waiting = waiting.filter(({ upTo }) => upTo > this.#durable);
      for (const { upTo, done } of waiting) if (upTo <= this.#durable) done();
    }
    if (!this.full) this.#send();
    this.onRoom();
  }
}

/**
 * Reads what was journaled from a position on, record by record, up to where writing was cut off.
 * @returns the position after the last whole record
 */
export function replay(base: string, from: number, apply: (statement: Statement) => void): number {
  let position = from;
  for (const { path, start } of listSegments(base)) {
    const bytes = readFileSync(path);
    // A segment that begins beyond what was read follows a gap: nothing in it was ever acknowledged.
    if (start > position || start + bytes.length <= position) continue;
    for (;;) {
      const record = unseal(bytes, position - start, position);
      if (!record) break;
      for (const statement of record.statements) apply(statement);
      position += record.size;
    }
  }
  return position;
}
