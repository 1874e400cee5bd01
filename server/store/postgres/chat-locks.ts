/** Locks on the rows of chats: the statements that lock them and read their newest message ids. */
import type { Key } from "../db.ts";
import type { Lookup } from "../lookup.ts";
import { FOR_UPDATE } from "./dialect.ts";
import { lookupStatement } from "./lookup-requests.ts";
import { arrayLiteral, bind, prepare, type BoundStatement } from "./statements.ts";
import { withVersions } from "./versions.ts";

/** The newest message id of a chat. */
export interface LastMessageId {
  readonly id: number;
  readonly last_message_id: number;
}

const FIND_LAST_MESSAGE_ID = prepare("select id, last_message_id from stream where id = ?");
const FIND_LAST_MESSAGE_IDS = prepare("select id, last_message_id from stream where id = any(cast(? as bigint[]))");
const SKIP_LOCKED = `${FOR_UPDATE} skip locked`;

/** Locks the rows of these keys, except those that another transaction has locked. */
export function lockFreeRows(lookup: Lookup<unknown>, keys: readonly (readonly Key[])[]): BoundStatement {
  return lookupStatement(withVersions(lookup) + SKIP_LOCKED, keys);
}

/** Locks the rows of these keys. Waits for other transactions. */
export function lockRows(lookup: Lookup<unknown>, keys: readonly (readonly Key[])[]): BoundStatement {
  return lookupStatement(withVersions(lookup) + FOR_UPDATE, keys);
}

/**
 * The newest message ids of these chats. It must follow the statement that locks them: a statement that waits for a lock
 * sees other tables as they were before it waited.
 */
export function lastMessageIds(keys: readonly (readonly Key[])[]): BoundStatement {
  if (keys.length === 1) return bind(FIND_LAST_MESSAGE_ID, keys[0]!);
  return bind(FIND_LAST_MESSAGE_IDS, [arrayLiteral(keys.map(([id]) => id!))]);
}
