/** Erasures: people who were erased, and what is left of them in tables of their own. */
import type { ReadTx, Tx } from "../../db.ts";
import { read, write } from "../../statement.ts";

/** An erasure that maintenance has still to finish. */
export interface OpenErasure {
  readonly person_id: number;
  readonly deletes_messages: number;
  /** Chats after this one are to be done. */
  readonly next_chat: number;
}

/** Below every id of a chat. */
export const BEFORE_ALL_CHATS = Number.MIN_SAFE_INTEGER;

const INSERT_ERASURE = write("erasure")`
  insert into erasure (person_id, deletes_messages, at, next_chat) values (?, ?, ?, ${BEFORE_ALL_CHATS})`;

export async function insertErasure(
  tx: Tx,
  person_id: number,
  deletes_messages: boolean,
  now_s: number,
): Promise<void> {
  await tx.run(INSERT_ERASURE, person_id, deletes_messages ? 1 : 0, now_s);
}

const IS_ERASED = read<{ person_id: number }>("erasure")`select person_id from erasure where person_id = ?`;

export async function isErased(tx: ReadTx, person_id: number): Promise<boolean> {
  return (await tx.get(IS_ERASED, person_id)) !== undefined;
}

const OPEN_ERASURES = read<OpenErasure>("erasure")`
  select person_id, deletes_messages, next_chat from erasure where next_chat is not null order by person_id limit ?`;

export function openErasures(tx: ReadTx, limit: number): Promise<OpenErasure[]> {
  return tx.all(OPEN_ERASURES, limit);
}

const SET_NEXT_CHAT = write("erasure")`update erasure set next_chat = ? where person_id = ?`;

/** Notes the chat that is done, or with `null` that all is. */
export async function setNextChat(tx: Tx, person_id: number, chat_id: number | null): Promise<void> {
  await tx.run(SET_NEXT_CHAT, chat_id, person_id);
}

const ERASE_PERSON = write("person")`
  update person set password_hash = null, is_owner = 0, seen_at = null where account_id = ?`;
const BY_PERSON = [
  ...["password_reset", "sign_in_place", "assistant_note", "invitation_use", "bot_menu_button", "group_membership"],
  ...["mail_address", "mail_claim", "mailed_reset", "mail_digest", "outgoing_mail"],
  ...["authenticator_app", "recovery_code", "second_factor_try", "passkey", "device_code"],
];
const BY_ACCOUNT = [
  ...["chat_setting", "topic_reader", "mention", "unseen_reaction", "send_key", "join_request"],
  ...["push_shown", "push_subscription", "push_setting"],
];
const OF_PERSON = [
  ...BY_PERSON.map((table) => write(table)`delete from ${table} where person_id = ?`),
  ...BY_ACCOUNT.map((table) => write(table)`delete from ${table} where account_id = ?`),
];
const DELETE_INVITED = write("invitation_address", { reads: ["invitation"] })`
  delete from invitation_address where invitation_id in (select id from invitation where created_by = ?)`;
const REVOKE_INVITATIONS = write("invitation")`
  update invitation set revoked_at = ? where created_by = ? and use_count < max_uses and revoked_at is null`;

/** Removes what only the person needs: password, drafts, settings of chats, places of sign-ins, open invitations. */
export async function erasePrivateRows(tx: Tx, person_id: number, now_s: number): Promise<void> {
  await tx.run(ERASE_PERSON, person_id);
  for (const statement of OF_PERSON) await tx.run(statement, person_id);
  await tx.run(DELETE_INVITED, person_id);
  await tx.run(REVOKE_INVITATIONS, now_s, person_id);
}

const CHATS_WITH_RECORD = read<{ chat_id: number }>("member")`
  select chat_id from member where account_id = ? and chat_id > ? order by chat_id limit ?`;

/** Chats that an account is or was in, by id. */
export async function chatsWithRecord(tx: ReadTx, person_id: number, after: number, limit: number): Promise<number[]> {
  return (await tx.all(CHATS_WITH_RECORD, person_id, after, limit)).map(({ chat_id }) => chat_id);
}

const REACTIONS_OF = read<{ chat_id: number; message_id: number }>("reaction")`
  select chat_id, message_id from reaction where account_id = ? order by chat_id, message_id limit ?`;

/** Messages that an account has reacted to; one with several reactions occurs several times. */
export function reactionsOf(
  tx: ReadTx,
  account_id: number,
  limit: number,
): Promise<{ chat_id: number; message_id: number }[]> {
  return tx.all(REACTIONS_OF, account_id, limit);
}

const SET_BOT_OWNER = write("bot")`update bot set owner_id = ? where account_id = ?`;

export async function setBotOwner(tx: Tx, bot_id: number, owner_id: number): Promise<void> {
  await tx.run(SET_BOT_OWNER, owner_id, bot_id);
}

const CLEAR_ADDRESSES = write<{ id: number }>("audit")`
  update audit set client_address = '', detail = '{}' where id in (
    select id from audit where actor_id = ? and action in ('signed_in', 'signed_up', 'password_changed')
      and client_address <> '' order by id limit ?) returning id`;

/** Removes network addresses and names of devices from entries about the sign-ins of a person. @returns whether there may be more */
export async function clearSignIns(tx: Tx, person_id: number, limit: number): Promise<boolean> {
  return (await tx.all(CLEAR_ADDRESSES, person_id, limit)).length === limit;
}

const NEXT_ADMINISTRATOR = read<{ account_id: number }>("member", "account")`
  select m.account_id from member m join account a on a.id = m.account_id
  where m.chat_id = ? and m.status = 'administrator' and m.is_member = 1 and m.is_bot = 0 and a.suspended_at is null
  order by m.since, m.account_id limit 1`;

/** The person who has been an administrator of a chat for longest. */
export async function nextAdministrator(tx: ReadTx, chat_id: number): Promise<number | undefined> {
  return (await tx.get(NEXT_ADMINISTRATOR, chat_id))?.account_id;
}
