/** The redo log: the changes of transactions, durable before their callers get a result. */
import { closeSync } from "node:fs";
import { allocateRecord, DURABLE_MARK, seal } from "./redo-record.ts";
import { recycleSegments, FILES, openSegment, type RedoFiles, type Segment } from "./redo-segments.ts";

/** Writes in flight at most: on a slow disk the next one does not wait for the one before. */
const MAX_WRITES = 3;

interface PendingWrite {
  readonly end: number;
  readonly callbacks: readonly (() => void)[];
  isDone: boolean;
}

export class RedoLog {
  readonly #base: string;
  readonly #fatal: (error: unknown) => void;
  readonly #files: RedoFiles;
  #segment: Segment;
  #old: Segment[] = [];
  #pending: { readonly bytes: Buffer; readonly callback: () => void }[] = [];
  readonly #writes: PendingWrite[] = [];
  #waiting: { readonly upTo: number; readonly done: () => void }[] = [];
  #sent: number;
  #durable: number;
  #lastChange: number;
  #closed = false;
  /** The position after the last record, durable or not. */
  end: number;
  /** Called when a write has ended and another may begin. */
  onCapacity = () => {};

  /** Continues at a position, in a new segment. `base` is the common prefix of all segment paths. */
  constructor(base: string, position: number, fatal: (error: unknown) => void, files = FILES) {
    this.#base = base;
    this.#fatal = fatal;
    this.#files = files;
    this.#segment = openSegment(files, base, position);
    this.#sent = position;
    this.#durable = position;
    this.#lastChange = position;
    this.end = position;
  }

  /** Writes in flight. */
  get inFlight(): number {
    return this.#writes.length;
  }

  /** Whether no further write may begin. */
  get isFull(): boolean {
    return this.#writes.length >= MAX_WRITES;
  }

  /** The position after the last record that changes something, durable or not. */
  get lastChange(): number {
    return this.#lastChange;
  }

  /** The position up to which everything is on disk. */
  get durable(): number {
    return this.#durable;
  }

  /** Bytes in the segment that is being written. */
  get size(): number {
    return this.end - this.#segment.start;
  }

  /** Bytes in all segments that are still needed. */
  get bytes(): number {
    return this.end - (this.#old[0] ?? this.#segment).start;
  }

  /** Adds a record; `callback` is called when it, and all before it, are on disk. */
  append(record: string, callback: () => void): void {
    this.#add(record, callback);
    this.#lastChange = this.end;
  }

  /**
   * Writes a record which states that everything is durable, if it is and no record states it yet. Damage to the last
   * records can then be distinguished from writes that a power cut interrupted.
   */
  writeDurableMark(): void {
    const isSaid = this.end !== this.#lastChange;
    if (!this.#closed && this.#durable === this.end && !isSaid) this.#add(DURABLE_MARK, () => {});
  }

  /** Resolves when everything appended so far is on disk; `undefined` if it is. */
  whenDurable(): Promise<void> | undefined {
    return this.#whenDurableUpTo(this.#lastChange);
  }

  #add(record: string, callback: () => void): void {
    const bytes = allocateRecord(record);
    this.end += bytes.length;
    this.#pending.push({ bytes, callback });
    if (!this.isFull) this.#send();
  }

  #whenDurableUpTo(upTo: number): Promise<void> | undefined {
    if (this.#durable >= upTo) return undefined;
    return new Promise((done) => this.#waiting.push({ upTo, done }));
  }

  /**
   * Starts a new segment. The older ones are needed until `recycleBefore`.
   * @returns the first position of the new one
   */
  rotate(): number {
    this.#send();
    this.#old.push(this.#segment);
    this.#segment = openSegment(this.#files, this.#base, this.end);
    return this.end;
  }

  /** Recycles the segments before a position, when all of them is durable in SQLite. Later segments stay. */
  recycleBefore(position: number): void {
    // Closing has closed all descriptors, and their numbers may be in use for other files.
    if (this.#closed) return;
    const written = this.#old.filter(({ start }) => start < position);
    this.#old = this.#old.filter(({ start }) => start >= position);
    const drop = () => {
      for (const { descriptor } of written) closeSync(descriptor);
      recycleSegments(this.#base, position);
    };
    // A write to one of these segments may still be in flight.
    const settled = this.#whenDurableUpTo(this.end);
    if (settled) void settled.then(drop);
    else drop();
  }

  async close(): Promise<void> {
    await this.#whenDurableUpTo(this.end);
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
    const write: PendingWrite = { end: this.#sent, callbacks: pending.map((each) => each.callback), isDone: false };
    this.#writes.push(write);
    const { descriptor, start } = this.#segment;
    this.#files.write(descriptor, bytes, position - start, (error, written) => {
      // After a failed write it is unknown what is on disk, so later writes prove nothing.
      if (error || written !== bytes.length) {
        this.#fatal(error ?? shortWrite());
        return;
      }
      write.isDone = true;
      this.#completeWrites();
    });
  }

  /** Completes writes in order: a record is durable only when all before it are. */
  #completeWrites(): void {
    while (this.#writes[0]?.isDone) {
      const write = this.#writes.shift()!;
      this.#durable = write.end;
      for (const callback of write.callbacks) callback();
    }
    const waiting = this.#waiting;
    if (waiting.length > 0) {
      this.#waiting = waiting.filter(({ upTo }) => upTo > this.#durable);
      for (const { upTo, done } of waiting) if (upTo <= this.#durable) done();
    }
    if (!this.isFull) this.#send();
    this.onCapacity();
  }
}

/** The file system writes less than it was given when it has no more room. */
function shortWrite(): Error {
  return Object.assign(new Error("the redo log could not be written: the disk is full"), { code: "ENOSPC" });
}
