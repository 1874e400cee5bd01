/** Join requests that have no answer yet. */
import type { ReadTx, Tx, SqlDialect } from "../../db.ts";

export interface JoinRequest {
  /** Rises with the time of the request. */
  readonly id: number;
  readonly account_id: number;
  /** The invite link that the person came by. */
  readonly link_code: string;
  readonly asked_at: number;
}

const REQUEST = "id, account_id, link_code, asked_at";

export function findRequest(tx: ReadTx, chat_id: number, account_id: number): Promise<JoinRequest | undefined> {
  return tx.get<JoinRequest>(
    `select ${REQUEST} from join_request where chat_id = ? and account_id = ?`,
    chat_id,
    account_id,
  );
}

export async function insertRequest(
  tx: Tx,
  chat_id: number,
  { account_id, link_code, asked_at }: Omit<JoinRequest, "id">,
): Promise<void> {
  await tx.run(
    "insert into join_request (chat_id, account_id, link_code, asked_at) values (?, ?, ?, ?)",
    chat_id,
    account_id,
    link_code,
    asked_at,
  );
}

export async function deleteRequest(tx: Tx, chat_id: number, account_id: number): Promise<void> {
  await tx.run("delete from join_request where chat_id = ? and account_id = ?", chat_id, account_id);
}

export async function countRequests(tx: ReadTx, chat_id: number): Promise<number> {
  const row = await tx.get<{ n: number }>("select count(*) as n from join_request where chat_id = ?", chat_id);
  return row?.n ?? 0;
}

/** The number of join requests by chat; chats without any are left out. */
export async function countRequestsIn(
  tx: ReadTx,
  sqlDialect: SqlDialect,
  chat_ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await tx.all<{ chat_id: number; n: number }>(
    `select chat_id, count(*) as n from join_request where chat_id in ${sqlDialect.numbers} group by chat_id`,
    JSON.stringify(chat_ids),
  );
  return new Map(rows.map(({ chat_id, n }) => [chat_id, n]));
}

/** Everybody with a join request in a chat. */
export async function requestersOf(tx: ReadTx, chat_id: number): Promise<number[]> {
  const rows = await tx.all<{ account_id: number }>("select account_id from join_request where chat_id = ?", chat_id);
  return rows.map((row) => row.account_id);
}

/** One page of a chat's join requests, the oldest first. */
export function listRequests(tx: ReadTx, chat_id: number, after: number, limit: number): Promise<JoinRequest[]> {
  return tx.all<JoinRequest>(
    `select ${REQUEST} from join_request where chat_id = ? and id > ? order by id limit ?`,
    chat_id,
    after,
    limit,
  );
}
