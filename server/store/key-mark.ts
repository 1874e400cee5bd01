/** What a store says of the key that belongs to it: a mark that proves the key, and whether anything depends on it yet. */
import { ASSISTANT_ID } from "../domain/bots.ts";
import { findMeta, setMeta } from "./counters.ts";
import type { ReadTx, Tx } from "./db.ts";
import { NEW_STORE } from "./migrate.ts";

const MARK = "key_mark";

export interface KeyState {
  /** Whether the store was made just now: no start has been completed on it. */
  readonly is_new: boolean;
  /** Absent in a store that an earlier version made. */
  readonly mark: string | undefined;
  /** Whether anybody has a session or a token that is worth nothing without the key. */
  readonly has_credentials: boolean;
}

export async function keyState(tx: ReadTx): Promise<KeyState> {
  const found = await tx.get<{ n: number }>(
    "select 1 as n from account where exists (select 1 from person) or exists (select 1 from bot where account_id <> ?) limit 1",
    ASSISTANT_ID,
  );
  return {
    is_new: (await findMeta(tx, NEW_STORE)) !== undefined,
    mark: await findMeta(tx, MARK),
    has_credentials: found !== undefined,
  };
}

/** From now on the store belongs to the key with this mark. */
export async function keepKeyMark(tx: Tx, mark: string): Promise<void> {
  await setMeta(tx, MARK, mark);
  await tx.run("delete from meta where key = ?", NEW_STORE);
}

/** Removes what was given out under a key that is gone. Tokens of bots stay, and fit no key. @returns how many sessions */
export async function endCredentials(tx: Tx, now_s: number): Promise<number> {
  const ended = await tx.all<{ id: number }>("delete from session returning id");
  for (const table of ["password_reset", "sign_in_place"]) await tx.run(`delete from ${table}`);
  await tx.run("update invitation set revoked_at = ? where revoked_at is null", now_s);
  return ended.length;
}
