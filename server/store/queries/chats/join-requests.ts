/** Join requests that have no answer yet. */
import type { ReadTx, Tx } from "../../db.ts";
import { numbers, read, write } from "../../statement.ts";

export interface JoinRequest {
  /** Rises with the time of the request. */
  readonly id: number;
  readonly account_id: number;
  /** The invite link that the person came by. */
  readonly link_code: string;
  readonly asked_at: number;
}

const REQUEST = "id, account_id, link_code, asked_at";

const FIND_REQUEST = read<JoinRequest>("join_request")`
  select ${REQUEST} from join_request where chat_id = ? and account_id = ?`;

export function findRequest(tx: ReadTx, chat_id: number, account_id: number): Promise<JoinRequest | undefined> {
  return tx.get(FIND_REQUEST, chat_id, account_id);
}

const INSERT_REQUEST = write("join_request")`
  insert into join_request (chat_id, account_id, link_code, asked_at) values (?, ?, ?, ?)`;

export async function insertRequest(
  tx: Tx,
  chat_id: number,
  { account_id, link_code, asked_at }: Omit<JoinRequest, "id">,
): Promise<void> {
  await tx.run(INSERT_REQUEST, chat_id, account_id, link_code, asked_at);
}

const DELETE_REQUEST = write("join_request")`delete from join_request where chat_id = ? and account_id = ?`;

export async function deleteRequest(tx: Tx, chat_id: number, account_id: number): Promise<void> {
  await tx.run(DELETE_REQUEST, chat_id, account_id);
}

const COUNT_REQUESTS = read<{ n: number }>("join_request")`select count(*) as n from join_request where chat_id = ?`;

export async function countRequests(tx: ReadTx, chat_id: number): Promise<number> {
  const row = await tx.get(COUNT_REQUESTS, chat_id);
  return row?.n ?? 0;
}

const COUNT_REQUESTS_IN = read<{ chat_id: number; n: number }>("join_request")`
  select chat_id, count(*) as n from join_request where chat_id in ${numbers} group by chat_id`;

/** The number of join requests by chat; chats without any are left out. */
export async function countRequestsIn(tx: ReadTx, chat_ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.all(COUNT_REQUESTS_IN, JSON.stringify(chat_ids));
  return new Map(rows.map(({ chat_id, n }) => [chat_id, n]));
}

const REQUESTERS_OF = read<{ account_id: number }>("join_request")`
  select account_id from join_request where chat_id = ?`;

/** Everybody with a join request in a chat. */
export async function requestersOf(tx: ReadTx, chat_id: number): Promise<number[]> {
  const rows = await tx.all(REQUESTERS_OF, chat_id);
  return rows.map((row) => row.account_id);
}

const LIST_REQUESTS = read<JoinRequest>("join_request")`
  select ${REQUEST} from join_request where chat_id = ? and id > ? order by id limit ?`;

/** One page of a chat's join requests, the oldest first. */
export function listRequests(tx: ReadTx, chat_id: number, after: number, limit: number): Promise<JoinRequest[]> {
  return tx.all(LIST_REQUESTS, chat_id, after, limit);
}
