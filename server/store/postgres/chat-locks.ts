/** Locks on the rows of chats: the statements that lock them and read their newest message ids. */
import type { Key } from "../db.ts";
import type { Lookup } from "../lookup.ts";
import { lookupStatement } from "./lookup-requests.ts";
import { arrayLiteral, statement, type Statement } from "./statements.ts";

/**
 * Appended to a `select` to lock its rows until the transaction ends. It does not conflict with the locks of foreign
 * keys that refer to the row.
 */
export const FOR_UPDATE = " for no key update";
/** The newest message id of a chat. */
export interface MessageHead {
  readonly id: number;
  readonly message_head: number;
}

const HEADS = "select id, message_head from stream";
const SKIP_LOCKED = `${FOR_UPDATE} skip locked`;

/** Whether a lookup finds a row of the table `chat` by its id. Its lock protects most of the store. */
export function isChatLookup({ tables, sql }: Lookup<unknown>): boolean {
  return tables.length === 1 && tables[0] === "chat" && sql.endsWith(" from chat where id = ?");
}

/** Locks the rows of these keys, except those that another transaction has locked. */
export function lockFreeRows(lookup: Lookup<unknown>, keys: readonly (readonly Key[])[]): Statement {
  return lookupStatement(lookup.sql + SKIP_LOCKED, keys);
}

/** Locks the rows of these keys. Waits for other transactions. */
export function lockRows(lookup: Lookup<unknown>, keys: readonly (readonly Key[])[]): Statement {
  return lookupStatement(lookup.sql + FOR_UPDATE, keys);
}

/**
 * The newest message ids of these chats. It must follow the statement that locks them: a statement that waits for a lock
 * sees other tables as they were before it waited.
 */
export function messageHeads(keys: readonly (readonly Key[])[]): Statement {
  if (keys.length === 1) return statement(`${HEADS} where id = ?`, keys[0]!);
  return statement(`${HEADS} where id = any(cast(? as bigint[]))`, [arrayLiteral(keys.map(([id]) => id!))]);
}
