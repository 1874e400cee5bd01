/** Replays the redo log when a store is opened: the records after SQLite's position, up to an interrupted write. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { findRecord, statementsOf, type FoundRecord, type LoggedStatement } from "./redo-record.ts";
import { listSegments } from "./redo-segments.ts";
import type { RedoPosition } from "./redo-position.ts";

/**
 * Whole records of an earlier version that may follow a torn one after a power cut: of three writes in flight, the last
 * two may have reached the disk. These records do not state what was durable before them.
 */
const UNMARKED_AFTER_TORN = 2;

/**
 * How acknowledged records are lost. `gap`: a record is not whole, and later ones state that it was. `begins_later`: the
 * log begins beyond the position of the database, which has lost changes. `missing`: there is no log, and the store was
 * not closed in order. `short`: the log ends before a position up to which the database states that it was on disk.
 */
export type LossReason = "gap" | "begins_later" | "missing" | "short";

/** Acknowledged records that cannot be read. */
export interface Loss {
  readonly reason: LossReason;
  /** The position of the first missing record, and the file that should have it. */
  readonly position: number;
  readonly file: string;
  /** The whole records behind the gap, which cannot be applied: their number, bytes, and new messages. */
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
 * Passes every statement from a position on to `apply`, in order, up to the first record that is not whole. Records
 * behind such a gap are never applied. If none of them states that the gap was durable, nothing behind it was
 * acknowledged, and the log ends there. Otherwise the gap is a loss.
 */
export function replay(base: string, from: RedoPosition, apply: (statement: LoggedStatement) => void): Replayed {
  const segments = listSegments(base).map((each): Segment => ({ ...each, bytes: readFileSync(each.path) }));
  let { position } = from;
  const loss = findAbsence(base, segments, from);
  if (loss) return { end: position, loss };
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
    return { end: position, loss: isAcknowledged(rest, position) ? lossAt("gap", rest, position, path) : undefined };
  }
  return { end: position, loss: undefined };
}

/** What is not there of the log that must go on from a position. */
function findAbsence(
  base: string,
  segments: readonly Segment[],
  { position, durable }: RedoPosition,
): Loss | undefined {
  const [first] = segments;
  if (!first) return durable === undefined ? undefined : lossAt("missing", [], position, `${base}.*`);
  if (first.start > position) return lossAt("begins_later", segments, position, first.path);
  if (durable === undefined) return undefined;
  const last = segments.findLast(({ start }) => start <= durable);
  const isShort = last !== undefined && last.start + last.bytes.length < durable;
  return isShort ? lossAt("short", segments, position, last.path) : undefined;
}

/** Whether any record behind a gap proves that the gap had been on disk. */
function isAcknowledged(segments: readonly Segment[], hole: number): boolean {
  let unmarked = 0;
  for (const { durable } of recordsAfter(segments, hole)) {
    if (durable === undefined) unmarked += 1;
    if ((durable ?? hole) > hole || unmarked > UNMARKED_AFTER_TORN) return true;
  }
  return false;
}

function lossAt(reason: LossReason, segments: readonly Segment[], hole: number, path: string): Loss {
  let [records, bytes, messages] = [0, 0, 0];
  for (const record of recordsAfter(segments, hole)) {
    records += 1;
    bytes += record.size;
    // The log has texts alone, perhaps those of an earlier version.
    messages += statementsOf(record).filter(([sql]) => /^insert into message\b/.test(sql)).length;
  }
  return { reason, position: hole, file: basename(path), records, bytes, messages };
}

/** Every whole record behind a position, at any offset. */
function* recordsAfter(segments: readonly Segment[], hole: number): Generator<FoundRecord> {
  for (const { start, bytes } of segments) {
    let at = Math.max(0, hole - start);
    while (at < bytes.length) {
      const record = findRecord(bytes, at, start + at);
      if (record) yield record;
      at += record?.size ?? 1;
    }
  }
}

/** What is wrong, for the operator. */
const SENTENCES: Readonly<Record<LossReason, (loss: Loss) => string>> = {
  gap: ({ position, file }) =>
    `the redo log is damaged: the record at position ${position} (${file}) is not whole, but records that were written after it was acknowledged are`,
  begins_later: ({ position, file }) =>
    `the redo log continues at a later position (${file}) than the database has (${position}): its -wal file is missing or is an older one`,
  missing: ({ position, file }) =>
    `the redo log is missing: the service was not stopped in order, and there is no ${file} with the changes after position ${position}`,
  short: ({ position, file }) =>
    `the redo log is damaged: ${file} is shorter than it was when the database was at position ${position}`,
};

/** A sentence about a loss, for the operator. */
export function describeLoss(loss: Loss): string {
  const { reason, records, messages } = loss;
  const following = reason === "missing" ? "" : `; ${records} whole records with ${messages} new messages follow`;
  return `${SENTENCES[reason](loss)}${following}`;
}
