/** Chats that people joined because of a group at an OpenID provider. */
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

const CHATS_BY_GROUP = read<{ chat_id: number }>("group_membership")`
  select chat_id from group_membership where person_id = ? and issuer = ? order by chat_id`;

/** The chats that a person joined because of groups at this issuer. */
export async function chatsByGroup(tx: ReadTx, person_id: number, issuer: string): Promise<number[]> {
  return (await tx.all(CHATS_BY_GROUP, person_id, issuer)).map(({ chat_id }) => chat_id);
}

const INSERT = write("group_membership")`
  insert into group_membership (person_id, chat_id, issuer) values (?, ?, ?)
  on conflict (person_id, chat_id, issuer) do nothing`;

export async function noteGroupMembership(tx: Tx, person_id: number, chat_id: number, issuer: string): Promise<void> {
  await tx.run(INSERT, person_id, chat_id, issuer);
}

const DELETE = write("group_membership")`
  delete from group_membership where person_id = ? and chat_id = ? and issuer = ?`;

export async function deleteGroupMembership(tx: Tx, person_id: number, chat_id: number, issuer: string): Promise<void> {
  await tx.run(DELETE, person_id, chat_id, issuer);
}
