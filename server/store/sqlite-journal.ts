/** The journal: what works changed, on disk before anybody hears of it. SQLite's own commits follow in larger steps. */
import { closeSync, constants, fsyncSync, openSync, readdirSync, readFileSync, unlinkSync, write } from "node:fs";
import { basename, dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import type { Value } from "./db.ts";

/** One statement that changed something, with what it was given. */
export type Statement = readonly [sql: string, ...values: Value[]];

/** Writes under way at once: on a slow disk a second one need not wait for the first. */
const IN_FLIGHT = 3;
/** Length and checksum in front of every record. */
const HEAD_BYTES = 8;

/** What segments are opened and written with: handed in, so that a test can hold a write up or let it fail. */
export interface JournalFiles {
  readonly open: (path: string, flags: number, mode: number) => number;
  readonly write: (
    descriptor: number,
    bytes: Buffer,
    position: number,
    done: (error: Error | null, written: number) => void,
  ) => void;
}

/** The disk itself. */
export const FILES: JournalFiles = {
  open: openSync,
  write: (descriptor, bytes, position, done) => write(descriptor, bytes, 0, bytes.length, position, done),
};

interface Flight {
  readonly end: number;
  readonly callbacks: readonly (() => void)[];
  landed: boolean;
}

interface Segment {
  readonly descriptor: number;
  /** The position of its first byte; positions go on from segment to segment. */
  readonly start: number;
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
    const payload = Buffer.from(record);
    const bytes = Buffer.allocUnsafe(HEAD_BYTES + payload.length);
    bytes.writeUInt32LE(payload.length, 0);
    bytes.writeUInt32LE(crc32(payload), 4);
    payload.copy(bytes, HEAD_BYTES);
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

  /** Removes the segments up to where one begins: SQLite has all of it, durably. Later ones may have begun since. */
  dropBefore(position: number): void {
    for (const { path, start } of listSegments(this.#base)) if (start < position) unlinkSync(path);
    const written = this.#old.filter(({ start }) => start < position);
    this.#old = this.#old.filter(({ start }) => start >= position);
    // A write may still be under way into a segment nobody needs any more.
    const close = () => written.forEach(({ descriptor }) => closeSync(descriptor));
    const settled = this.settled();
    if (settled) void settled.then(close);
    else close();
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

/** A statement as a record keeps it: the number of its text, and what it was given. */
export type Noted = readonly [text: number, ...values: unknown[]];

/** One record in the making. Each text of SQL is written once, however many works use it. */
export class Dictionary {
  readonly #numbers = new Map<string, number>();

  /** A statement as the record keeps it. */
  note(sql: string, values: readonly Value[]): Noted {
    let number = this.#numbers.get(sql);
    if (number === undefined) this.#numbers.set(sql, (number = this.#numbers.size));
    return [number, ...(values.some(isBytes) ? values.map(codeBytes) : values)];
  }

  /** The record of these statements. */
  record(statements: readonly Noted[]): string {
    return JSON.stringify([[...this.#numbers.keys()], ...statements]);
  }
}

/** Of what a statement may be given, bytes alone are objects. */
function isBytes(value: Value): value is Uint8Array {
  return typeof value === "object" && value !== null;
}

function codeBytes(value: Value): unknown {
  return isBytes(value) ? { bytes: Buffer.from(value).toString("base64") } : value;
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
      const record = readRecord(bytes, position - start);
      if (!record) break;
      for (const statement of record.statements) apply(statement);
      position += record.size;
    }
  }
  return position;
}

function readRecord(
  bytes: Buffer,
  at: number,
): { readonly statements: Statement[]; readonly size: number } | undefined {
  if (at + HEAD_BYTES > bytes.length) return undefined;
  const length = bytes.readUInt32LE(at);
  const payload = bytes.subarray(at + HEAD_BYTES, at + HEAD_BYTES + length);
  if (length === 0 || payload.length < length || crc32(payload) !== bytes.readUInt32LE(at + 4)) return undefined;
  const [texts, ...numbered] = JSON.parse(payload.toString("utf8")) as [string[], ...[number, ...unknown[]][]];
  const statements = numbered.map(
    ([number, ...values]) => [texts[number], ...values.map(reviveBytes)] as unknown as Statement,
  );
  return { statements, size: HEAD_BYTES + length };
}

function reviveBytes(value: unknown): unknown {
  const coded = value as { bytes?: string } | null;
  return typeof coded === "object" && coded?.bytes !== undefined ? Buffer.from(coded.bytes, "base64") : value;
}

/** Removes every segment. */
export function removeSegments(base: string): void {
  for (const { path } of listSegments(base)) unlinkSync(path);
}

function listSegments(base: string): { readonly path: string; readonly start: number }[] {
  const prefix = `${basename(base)}.`;
  return readdirSync(dirname(base))
    .filter((name) => name.startsWith(prefix))
    .map((name) => ({ path: join(dirname(base), name), start: Number(name.slice(prefix.length)) }))
    .filter(({ start }) => Number.isSafeInteger(start))
    .sort((a, b) => a.start - b.start);
}

/** Every write to a segment returns when it is on disk; the new name itself is made durable here. */
function openSegment(files: JournalFiles, base: string, start: number): Segment {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_DSYNC;
  const descriptor = files.open(`${base}.${start}`, flags, 0o600);
  const folder = openSync(dirname(base), constants.O_RDONLY);
  fsyncSync(folder);
  closeSync(folder);
  return { descriptor, start };
}
