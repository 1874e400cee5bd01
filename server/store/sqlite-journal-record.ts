/** Records of the journal: what a batch of works changed, statement by statement, and how it is known to be whole. */
import { crc32 } from "node:zlib";
import type { Value } from "./db.ts";

/** One statement that changed something, with what it was given. */
export type Statement = readonly [sql: string, ...values: Value[]];

/** A statement as a record keeps it: the number of its text, and what it was given. */
export type Noted = readonly [text: number, ...values: unknown[]];

/** A record that changes nothing. What it says is up to where the journal was durable. */
export const MARK = "[[]]";

/** Length and checksum in front of every record. */
const HEAD_BYTES = 8;

/** One record in the making. Each text of SQL is written once, however many works use it. */
export class Dictionary {
  readonly #numbers = new Map<string, number>();

  /** A statement as the record keeps it. */
  note(sql: string, values: readonly Value[]): Noted {
    let number = this.#numbers.get(sql);
    if (number === undefined) this.#numbers.set(sql, (number = this.#numbers.size));
    const noted: [number, ...unknown[]] = [number];
    for (const value of values) noted.push(codeBytes(value));
    return noted;
  }

  /** The record of these statements. */
  record(statements: readonly Noted[]): string {
    return JSON.stringify([[...this.#numbers.keys()], ...statements]);
  }
}

/** Of what a statement may be given, bytes alone are objects. */
function codeBytes(value: Value): unknown {
  return typeof value === "object" && value !== null ? { bytes: Buffer.from(value).toString("base64") } : value;
}

function reviveBytes(value: unknown): unknown {
  const coded = value as { bytes?: string } | null;
  return typeof coded === "object" && coded?.bytes !== undefined ? Buffer.from(coded.bytes, "base64") : value;
}

/** Characters for the position up to which the journal was durable: as many as the largest safe integer has. */
const DURABLE_CHARACTERS = 16;
/** The opening bracket, that position, and a comma. */
const PREFIX_BYTES = DURABLE_CHARACTERS + 2;

/** The bytes of a record. `seal` fills in what is only known when they are written. */
export function layOut(record: string): Buffer {
  // The comma of the prefix takes the place of the bracket with which the record begins.
  const start = HEAD_BYTES + PREFIX_BYTES - 1;
  const bytes = Buffer.allocUnsafe(start + Buffer.byteLength(record));
  bytes.write(record, start);
  bytes.writeUInt32LE(bytes.length - HEAD_BYTES, 0);
  return bytes;
}

/**
 * Completes a record for its position in the journal. `durable` is the position up to which everything was on disk
 * when it was written: what is missing below it was acknowledged, and is damage.
 */
export function seal(bytes: Buffer, position: number, durable: number): void {
  bytes.write(`[${String(durable).padStart(DURABLE_CHARACTERS)},`, HEAD_BYTES, "latin1");
  bytes.writeUInt32LE(checksum(bytes.subarray(HEAD_BYTES), position), 4);
}

/** A whole record in the bytes of a segment. */
export interface Found {
  readonly payload: Buffer;
  /** Bytes of the whole record. */
  readonly size: number;
  /** Up to where the journal was on disk when the record was written; earlier versions did not say. */
  readonly durable: number | undefined;
}

const OPENING = "[".charCodeAt(0);
const CLOSING = "]".charCodeAt(0);
const COMMA = ",".charCodeAt(0);

/** The record that begins at `at` in the bytes of a segment; `undefined` if none does that is whole. */
export function findRecord(bytes: Buffer, at: number, position: number): Found | undefined {
  if (at + HEAD_BYTES > bytes.length) return undefined;
  const length = bytes.readUInt32LE(at);
  const begin = at + HEAD_BYTES;
  if (length === 0 || begin + length > bytes.length) return undefined;
  // Looked at first: a search for records tries every byte, and checksums of megabytes take their time.
  if (bytes[begin] !== OPENING || bytes[begin + length - 1] !== CLOSING) return undefined;
  const payload = bytes.subarray(begin, begin + length);
  const kept = bytes.readUInt32LE(at + 4);
  // A segment of schema 6 and before was never written over, and its checksums are of the records alone.
  if (checksum(payload, position) !== kept && crc32(payload) !== kept) return undefined;
  return { payload, size: HEAD_BYTES + length, durable: durableOf(payload) };
}

/** Records of earlier versions begin with the list of their texts. */
function durableOf(payload: Buffer): number | undefined {
  if (payload.length < PREFIX_BYTES || payload[PREFIX_BYTES - 1] !== COMMA || payload[1] === OPENING) return undefined;
  return Number(payload.toString("latin1", 1, PREFIX_BYTES - 1));
}

/** What a record changed. */
export function statementsOf({ payload, durable }: Found): Statement[] {
  const parsed = JSON.parse(payload.toString("utf8")) as unknown[];
  const [texts, ...noted] = (durable === undefined ? parsed : parsed.slice(1)) as [string[], ...Noted[]];
  return noted.map(([number, ...values]) => [texts[number], ...values.map(reviveBytes)] as unknown as Statement);
}

const place = Buffer.alloc(8);

/** Of the record and its position: a segment is written over an older one, whose records lie on behind its own. */
function checksum(payload: Buffer, position: number): number {
  place.writeDoubleLE(position);
  return crc32(payload, crc32(place));
}
