/** The position in the redo log that SQLite includes, which is saved with every commit, and the log that must go on from it. */
import type { DatabaseSync } from "node:sqlite";

/** The keys in `meta` of the position, and of the log that must go on from it. */
export const REDO_KEYS = ["journal", "redo_log"] as const;

const [POSITION, LOG] = REDO_KEYS;

/**
 * Saves both. The position has a row of its own, which versions before 0.1.0 read and write alone. So the second row
 * counts only with the position that it names.
 */
export const SAVE_REDO_POSITION = `insert into meta (key, value) values ('${POSITION}', ?), ('${LOG}', ?) on conflict (key) do update set value = excluded.value`;

const FIND = `select (select value from meta where key = '${POSITION}') as position,
  (select value from meta where key = '${LOG}') as log`;

export interface RedoPosition {
  /** SQLite has every change before it. */
  readonly position: number;
  /**
   * The log was on disk up to here when the position was saved, so it must be there. Absent when the store was closed in
   * order, which removes the log, and when an earlier version has written the position.
   */
  readonly durable?: number | undefined;
}

/** The parameters of `SAVE_REDO_POSITION`. */
export function redoPositionValues({ position, durable }: RedoPosition): [string, string] {
  return [String(position), durable === undefined ? `${position} closed` : `${position} open ${durable}`];
}

/** The saved position; 0 for a new store. */
export function findRedoPosition(db: DatabaseSync): RedoPosition {
  const row = db.prepare(FIND).get() as { readonly position: string | null; readonly log: string | null };
  const position = Number(row.position ?? 0);
  const [named, , durable] = (row.log ?? "").split(" ");
  return Number(named) === position && durable !== undefined ? { position, durable: Number(durable) } : { position };
}
