/** Records of the redo log: the statements of a batch, with a length and a checksum. */
import { crc32 } from "node:zlib";
import type { Value } from "../db.ts";
import type { Statement } from "../statement.ts";
import { SQLITE_DIALECT } from "./dialect.ts";

/** A statement as the log keeps it, with its parameters. */
export type LoggedStatement = readonly [sql: string, ...values: Value[]];

/** A statement in a record: the index of its text, and its parameters. */
export type EncodedStatement = readonly [text: number, ...values: unknown[]];

/** A record without changes. It states up to which position the log was durable. */
export const DURABLE_MARK = "[[]]";

/** Bytes of the length and the checksum at the start of a record. */
const HEADER_BYTES = 8;

/** Builds one record. Each SQL text is written once, however many statements use it. */
export class StatementDictionary {
  readonly #numbers = new Map<Statement, number>();

  /** Encodes a statement for the record. */
  encode(statement: Statement, values: readonly Value[]): EncodedStatement {
    let number = this.#numbers.get(statement);
    if (number === undefined) this.#numbers.set(statement, (number = this.#numbers.size));
    const encoded: [number, ...unknown[]] = [number];
    for (const value of values) encoded.push(encodeValue(value));
    return encoded;
  }

  /** The record of these statements. */
  record(statements: readonly EncodedStatement[]): string {
    return JSON.stringify([Array.from(this.#numbers.keys(), (each) => each.textIn(SQLITE_DIALECT)), ...statements]);
  }
}

/** Bytes are the only parameters that are objects. */
function encodeValue(value: Value): unknown {
  return typeof value === "object" && value !== null ? { bytes: Buffer.from(value).toString("base64") } : value;
}

function decodeValue(value: unknown): unknown {
  const encoded = value as { bytes?: string } | null;
  return typeof encoded === "object" && encoded?.bytes !== undefined ? Buffer.from(encoded.bytes, "base64") : value;
}

/** Characters of the durable position: as many as the largest safe integer has. */
const DURABLE_CHARACTERS = 16;
/** The opening bracket, that position, and a comma. */
const PREFIX_BYTES = DURABLE_CHARACTERS + 2;

/** The bytes of a record. `seal` fills in what is known only when they are written. */
export function allocateRecord(record: string): Buffer {
  // The comma of the prefix replaces the opening bracket of the record.
  const start = HEADER_BYTES + PREFIX_BYTES - 1;
  const bytes = Buffer.allocUnsafe(start + Buffer.byteLength(record));
  bytes.write(record, start);
  bytes.writeUInt32LE(bytes.length - HEADER_BYTES, 0);
  return bytes;
}

/**
 * Completes a record for its position in the log. `durable` is the position up to which everything was on disk when the
 * record was written: a gap below it was acknowledged, and is damage.
 */
export function seal(bytes: Buffer, position: number, durable: number): void {
  bytes.write(`[${String(durable).padStart(DURABLE_CHARACTERS)},`, HEADER_BYTES, "latin1");
  bytes.writeUInt32LE(checksum(bytes.subarray(HEADER_BYTES), position), 4);
}

/** A whole record in the bytes of a segment. */
export interface FoundRecord {
  readonly payload: Buffer;
  /** Bytes of the whole record. */
  readonly size: number;
  /** The durable position when the record was written; absent in records of earlier versions. */
  readonly durable: number | undefined;
}

const OPENING = "[".charCodeAt(0);
const CLOSING = "]".charCodeAt(0);
const COMMA = ",".charCodeAt(0);

/** The record that begins at `at` in the bytes of a segment; `undefined` if there is no whole one. */
export function findRecord(bytes: Buffer, at: number, position: number): FoundRecord | undefined {
  if (at + HEADER_BYTES > bytes.length) return undefined;
  const length = bytes.readUInt32LE(at);
  const begin = at + HEADER_BYTES;
  if (length === 0 || begin + length > bytes.length) return undefined;
  // Checked before the checksum: a search for records tries every byte, and a checksum of megabytes is slow.
  if (bytes[begin] !== OPENING || bytes[begin + length - 1] !== CLOSING) return undefined;
  const payload = bytes.subarray(begin, begin + length);
  const stored = bytes.readUInt32LE(at + 4);
  // Up to schema 6, segments were not recycled, and checksums did not include the position.
  if (checksum(payload, position) !== stored && crc32(payload) !== stored) return undefined;
  return { payload, size: HEADER_BYTES + length, durable: durableOf(payload) };
}

/** The durable position of a record. Records of earlier versions begin with their texts instead. */
function durableOf(payload: Buffer): number | undefined {
  if (payload.length < PREFIX_BYTES || payload[PREFIX_BYTES - 1] !== COMMA || payload[1] === OPENING) return undefined;
  return Number(payload.toString("latin1", 1, PREFIX_BYTES - 1));
}

/** The statements of a record. */
export function statementsOf({ payload, durable }: FoundRecord): LoggedStatement[] {
  const parsed = JSON.parse(payload.toString("utf8")) as unknown[];
  const [texts, ...encoded] = (durable === undefined ? parsed : parsed.slice(1)) as [string[], ...EncodedStatement[]];
  return encoded.map(
    ([number, ...values]) => [texts[number], ...values.map(decodeValue)] as unknown as LoggedStatement,
  );
}

const positionBytes = Buffer.alloc(8);

/** The checksum includes the position: behind the end of a recycled segment lie records of its earlier use. */
function checksum(payload: Buffer, position: number): number {
  positionBytes.writeDoubleLE(position);
  return crc32(payload, crc32(positionBytes));
}
