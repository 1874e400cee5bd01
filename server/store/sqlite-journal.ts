/** The journal: what works changed, on disk before anybody hears of it. SQLite's own commits follow in larger steps. */
import { closeSync } from "node:fs";
import { layOut, MARK, seal } from "./sqlite-journal-record.ts";
import { dropSegments, FILES, openSegment, type JournalFiles, type Segment } from "./sqlite-journal-segments.ts";

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
  #changed: number;
  #closed = false;
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
    this.#changed = position;
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

  /** The position after the last record that changes something, durable or not. */
  get changed(): number {
    return this.#changed;
  }

  /** Bytes in the segment that is being written. */
  get size(): number {
    return this.end - this.#segment.start;
  }

  /** Adds a record; `callback` is called when it, and all before it, are on disk. */
  append(record: string, callback: () => void): void {
    this.#add(record, callback);
    this.#changed = this.end;
  }

  /**
   * Notes that everything is on disk, if it is and nothing says so yet: damage to the last records can then be told from
   * writes that a power cut interrupted. Nobody waits for the note.
   */
  mark(): void {
    const isSaid = this.end !== this.#changed;
    if (!this.#closed && this.#durable === this.end && !isSaid) this.#add(MARK, () => {});
  }

  /** Resolves when everything appended so far is on disk; `undefined` if it is. */
  settled(): Promise<void> | undefined {
    return this.#reached(this.#changed);
  }

  #add(record: string, callback: () => void): void {
    const bytes = layOut(record);
    this.end += bytes.length;
    this.#pending.push({ bytes, callback });
    if (!this.full) this.#send();
  }

  #reached(upTo: number): Promise<void> | undefined {
    if (this.#durable >= upTo) return undefined;
    return new Promise((done) => this.#waiting.push({ upTo, done }));
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
    // Whoever closes the journal has closed them all, and their descriptors may be somebody else's by now.
    if (this.#closed) return;
    const written = this.#old.filter(({ start }) => start < position);
    this.#old = this.#old.filter(({ start }) => start >= position);
    const drop = () => {
      for (const { descriptor } of written) closeSync(descriptor);
      dropSegments(this.#base, position);
    };
    // A write may still be under way into a segment nobody needs any more.
    const settled = this.#reached(this.end);
    if (settled) void settled.then(drop);
    else drop();
  }

  async close(): Promise<void> {
    await this.#reached(this.end);
    if (this.#closed) return;
    this.#closed = true;
    for (const { descriptor } of [...this.#old, this.#segment]) closeSync(descriptor);
  }

  #send(): void {
    const pending = this.#pending;
    if (pending.length === 0) return;
    this.#pending = [];
    const position = this.#sent;
    let at = position;
    for (const { bytes } of pending) {
      seal(bytes, at, this.#durable);
      at += bytes.length;
    }
    const bytes = pending.length === 1 ? pending[0]!.bytes : Buffer.concat(pending.map((each) => each.bytes));
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
