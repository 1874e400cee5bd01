/** Records of the journal: what a batch of works changed, statement by statement, and how it is known to be whole. */
import { crc32 } from "node:zlib";
import type { Value } from "./db.ts";

/** One statement that changed something, with what it was given. */
export type Statement = readonly [sql: string, ...values: Value[]];

/** A statement as a record keeps it: the number of its text, and what it was given. */
export type Noted = readonly [text: number, ...values: unknown[]];

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

/** A record as it lies in a segment, at a position of the journal. */
export function seal(record: string, position: number): Buffer {
  const length = Buffer.byteLength(record);
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + length);
  bytes.write(record, HEAD_BYTES);
  bytes.writeUInt32LE(length, 0);
  bytes.writeUInt32LE(checksum(bytes.subarray(HEAD_BYTES), position), 4);
  return bytes;
}

export interface Unsealed {
  readonly statements: readonly Statement[];
  /** Bytes of the whole record. */
  readonly size: number;
}

/** The record that begins at `at` in the bytes of a segment; `undefined` if none does that is whole. */
export function unseal(bytes: Buffer, at: number, position: number): Unsealed | undefined {
  if (at + HEAD_BYTES > bytes.length) return undefined;
  const length = bytes.readUInt32LE(at);
  const payload = bytes.subarray(at + HEAD_BYTES, at + HEAD_BYTES + length);
  if (length === 0 || payload.length < length) return undefined;
  const kept = bytes.readUInt32LE(at + 4);
  // A segment of schema 6 and before was never written over, and its checksums are of the records alone.
  if (checksum(payload, position) !== kept && crc32(payload) !== kept) return undefined;
  const [texts, ...noted] = JSON.parse(payload.toString("utf8")) as [string[], ...Noted[]];
  const statements = noted.map(
    ([number, ...values]) => [texts[number], ...values.map(reviveBytes)] as unknown as Statement,
  );
  return { statements, size: HEAD_BYTES + length };
}

const place = Buffer.alloc(8);

/** Of the record and its position: a segment is written over an older one, whose records lie on behind its own. */
function checksum(payload: Buffer, position: number): number {
  place.writeDoubleLE(position);
  return crc32(payload, crc32(place));
}
