/** The mark of the secret key that belongs to a store, and whether credentials depend on the key. */
import { ASSISTANT_ID } from "../../../domain/bots.ts";
import { deleteMeta, findMeta, setMeta } from "./counters.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { lock, lockShared, read, write } from "../../statement.ts";
import { NEW_STORE } from "../../migrate.ts";

const MARK = "key_mark";

export interface KeyState {
  /** Whether the store is new: no start has been completed on it. */
  readonly is_new: boolean;
  /** Absent in a store of an earlier version. */
  readonly mark: string | undefined;
  /** Whether there are sessions or tokens that are worthless without the key. */
  readonly has_credentials: boolean;
}

const FIND_CREDENTIALS = read<{ n: number }>("account", "person", "bot")`
  select 1 as n from account where exists (select 1 from person) or exists (select 1 from bot where account_id <> ?) limit 1`;

export async function keyState(tx: ReadTx): Promise<KeyState> {
  const found = await tx.get(FIND_CREDENTIALS, ASSISTANT_ID);
  return {
    is_new: (await findMeta(tx, NEW_STORE)) !== undefined,
    mark: await findMeta(tx, MARK),
    has_credentials: found !== undefined,
  };
}

const CLAIM_KEY_MARK = write<{ key: string }>("meta")`
  insert into meta (key, value) values (?, ?)
  on conflict (key) do update set value = excluded.value where meta.value = ? returning key`;
const FIND_NODE = read("node")`select 1 from node limit 1`;

/**
 * Binds the store to the key with this mark, unless another process has bound it to another key since `before` was read,
 * or runs with the key of `before`. If it is not bound, the caller must roll the transaction back.
 * @returns whether it is bound
 */
export async function claimKeyMark(tx: Tx, mark: string, before: string | undefined): Promise<boolean> {
  const claimed = await tx.get(CLAIM_KEY_MARK, MARK, mark, before ?? mark);
  if (!claimed) return false;
  // Asked after the mark is locked, which a node that starts confirms after it has joined.
  if (before !== undefined && (await tx.get(FIND_NODE))) return false;
  await deleteMeta(tx, NEW_STORE);
  return true;
}

const FIND_KEY_MARK = lock<{ value: string }>("meta")`select value from meta where key = ?${lockShared}`;

/** Whether the store is still bound to the key with this mark. Asked by a node after it has joined. */
export async function isKeyMark(tx: Tx, mark: string): Promise<boolean> {
  const row = await tx.get(FIND_KEY_MARK, MARK);
  return row?.value === mark;
}

/** Binds the store to the key with this mark. */
export async function keepKeyMark(tx: Tx, mark: string): Promise<void> {
  await setMeta(tx, MARK, mark);
  await deleteMeta(tx, NEW_STORE);
}

const DELETE_SESSIONS = write<{ id: number }>("session")`delete from session returning id`;
const DELETE_PROOFS = [
  "password_reset",
  "mailed_reset",
  "sign_in_place",
  "mail_claim",
  "invitation_address",
  "outgoing_mail",
  "authenticator_app",
  "recovery_code",
].map((table) => write(table)`delete from ${table}`);
const REVOKE_INVITATIONS = write("invitation")`update invitation set revoked_at = ? where revoked_at is null`;

/**
 * Removes credentials that were made with a lost key. Bots keep their rows; their tokens are invalid.
 * @returns the number of sessions
 */
export async function endCredentials(tx: Tx, now_s: number): Promise<number> {
  const ended = await tx.all(DELETE_SESSIONS);
  for (const statement of DELETE_PROOFS) await tx.run(statement);
  await tx.run(REVOKE_INVITATIONS, now_s);
  return ended.length;
}
