/** Holds on the removal of blobs: while one lasts, no blob is removed, because a backup still has to copy it. */
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

/** The keys of holds in `meta` begin with this; the rest is the id of the hold. Their values are Unix seconds. */
export const HOLD_PREFIX = "files_hold_";

const FIND_HOLDS = read<{ value: string }>("meta")`
  select value from meta where key like 'files_hold_%'`;

/** Whether the removal of blobs is held. */
export async function areFilesHeld(tx: ReadTx, now_s: number): Promise<boolean> {
  return (await tx.all(FIND_HOLDS)).some(({ value }) => Number(value) > now_s);
}

const SET_HOLD = write("meta")`
  insert into meta (key, value) values (?, ?) on conflict (key) do update set value = excluded.value`;
const END_HOLD = write("meta")`delete from meta where key = ?`;
// All times have ten digits until the year 2286.
const END_EXPIRED_HOLDS = write("meta")`delete from meta where key like 'files_hold_%' and value < ?`;

/** A hold to be set, or to be ended. */
export interface FileHold {
  /** Hex digits of the backup's own choice. */
  readonly id: string;
  /** When it ends by itself, in Unix seconds, as after a kill of the backup; `undefined` to end it. */
  readonly until_s?: number | undefined;
}

/** Sets or ends a hold, and removes those that have ended by themselves. */
export async function setFileHold(tx: Tx, { id, until_s }: FileHold, now_s: number): Promise<void> {
  await tx.run(END_EXPIRED_HOLDS, String(now_s));
  if (until_s === undefined) await tx.run(END_HOLD, HOLD_PREFIX + id);
  else await tx.run(SET_HOLD, HOLD_PREFIX + id, String(until_s));
}
