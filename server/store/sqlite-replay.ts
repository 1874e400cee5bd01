/** Reads the journal when a store is opened: what SQLite lacks of it, up to a write that was cut off, but not past damage. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { findRecord, statementsOf, type Found, type Statement } from "./sqlite-journal-record.ts";
import { listSegments } from "./sqlite-journal-segments.ts";

/**
 * Whole records of an earlier version that may follow one that is not, after a power cut: of three writes under way, the last
 * two may have reached the disk. These records do not say what was durable before them.
 */
const UNNOTED_AFTER_TORN = 2;

/** What cannot be read of a journal although it was acknowledged. */
export interface Loss {
  /** Where the first record is missing, as a position of the journal, and the file it should be in. */
  readonly position: number;
  readonly file: string;
  /** Whether the file begins beyond the position: then SQLite has lost changes, and not the journal. */
  readonly begins_later: boolean;
  /** Whole records that follow and cannot be applied without what is missing, their bytes, and messages they add. */
  readonly records: number;
  readonly bytes: number;
  readonly messages: number;
}

export interface Replayed {
  /** The position after the last whole record. */
  readonly end: number;
  readonly loss: Loss | undefined;
}

interface Segment {
  readonly path: string;
  readonly start: number;
  readonly bytes: Buffer;
}

/**
 * Gives every statement from a position on to `apply`, in order, up to the first record that is not whole. Behind it may lie
 * records of writes that were under way at the same time, none of which was acknowledged. If a later one states that more
 * was durable than can be read, that is a loss.
 */
export function replay(base: string, from: number, apply: (statement: Statement) => void): Replayed {
  const segments = listSegments(base).map((each): Segment => ({ ...each, bytes: readFileSync(each.path) }));
  const [first] = segments;
  if (first && first.start > from) return { end: from, loss: lossAt(segments, from, first.path) };
  let position = from;
  for (const [i, { path, start, bytes }] of segments.entries()) {
    const next = segments[i + 1];
    if (next && next.start <= position) continue;
    for (;;) {
      const record = findRecord(bytes, position - start, position);
      if (!record) break;
      for (const statement of statementsOf(record)) apply(statement);
      position += record.size;
    }
    if (next?.start === position) continue;
    const rest = segments.slice(i);
    return { end: position, loss: isAcknowledged(rest, position) ? lossAt(rest, position, path) : undefined };
  }
  return { end: position, loss: undefined };
}

/** Whether any record behind a hole proves that what was there had been on disk. */
function isAcknowledged(segments: readonly Segment[], hole: number): boolean {
  let unnoted = 0;
  for (const { durable } of recordsAfter(segments, hole)) {
    if (durable === undefined) unnoted += 1;
    if ((durable ?? hole) > hole || unnoted > UNNOTED_AFTER_TORN) return true;
  }
  return false;
}

function lossAt(segments: readonly Segment[], hole: number, path: string): Loss {
  let [records, bytes, messages] = [0, 0, 0];
  for (const record of recordsAfter(segments, hole)) {
    records += 1;
    bytes += record.size;
    messages += statementsOf(record).filter(([sql]) => /^insert into message\b/.test(sql)).length;
  }
  const begins_later = segments[0]!.start > hole;
  return { position: hole, file: basename(path), begins_later, records, bytes, messages };
}

/** Every whole record behind a position, wherever it begins. */
function* recordsAfter(segments: readonly Segment[], hole: number): Generator<Found> {
  for (const { start, bytes } of segments) {
    let at = Math.max(0, hole - start);
    while (at < bytes.length) {
      const record = findRecord(bytes, at, start + at);
      if (record) yield record;
      at += record?.size ?? 1;
    }
  }
}

/** What an operator is told of a loss. */
export function describeLoss({ position, file, begins_later, records, messages }: Loss): string {
  const what = begins_later
    ? `the redo log continues at a later position (${file}) than the database has (${position}): its -wal file is missing or is an older one`
    : `the redo log is damaged: the record at position ${position} (${file}) is not whole, but records that were written after it was acknowledged are`;
  return `${what}; ${records} whole records with ${messages} new messages follow`;
}
