/** Invitations to the service: who may sign up, and which chats they join. */
import type { ReadTx, Tx } from "../../db.ts";
import { numbers, read, write } from "../../statement.ts";

export interface Invitation {
  readonly id: number;
  readonly created_by: number | null;
  readonly makes_owner: boolean;
  readonly created_at: number;
  readonly expires_at: number;
  readonly max_uses: number;
  readonly use_count: number;
  readonly revoked_at: number | null;
  /** The message that tells the inviter how many people have used it. */
  readonly notice_id: number | null;
}

type InvitationRow = Omit<Invitation, "makes_owner"> & { makes_owner: number };

const INVITATION = "id, created_by, makes_owner, created_at, expires_at, max_uses, use_count, revoked_at, notice_id";

function toInvitation(row: InvitationRow): Invitation {
  return { ...row, makes_owner: row.makes_owner === 1 };
}

export type NewInvitation = Omit<Invitation, "use_count" | "revoked_at" | "notice_id">;

const INSERT_INVITATION = write("invitation")`
  insert into invitation (code_hash, id, created_by, makes_owner, created_at, expires_at, max_uses) values (?, ?, ?, ?, ?, ?, ?)`;
const INSERT_INVITATION_CHAT = write("invitation_chat")`
  insert into invitation_chat (invitation_id, chat_id) values (?, ?)`;

export async function insertInvitation(
  tx: Tx,
  invitation: NewInvitation,
  chat_ids: readonly number[],
  code_hash: string,
): Promise<void> {
  const { id, created_by, makes_owner, created_at, expires_at, max_uses } = invitation;
  await tx.run(INSERT_INVITATION, code_hash, id, created_by, makes_owner ? 1 : 0, created_at, expires_at, max_uses);
  for (const chat_id of chat_ids) {
    await tx.run(INSERT_INVITATION_CHAT, id, chat_id);
  }
}

const OPEN = "use_count < max_uses and revoked_at is null";

const FIND_OPEN_INVITATION = read<InvitationRow>("invitation")`
  select ${INVITATION} from invitation where code_hash = ? and expires_at > ? and ${OPEN}`;

/** The valid invitation with this code. */
export async function findOpenInvitation(
  tx: ReadTx,
  code_hash: string,
  now_s: number,
): Promise<Invitation | undefined> {
  const row = await tx.get(FIND_OPEN_INVITATION, code_hash, now_s);
  return row && toInvitation(row);
}

const COUNT_OPEN_INVITATIONS = read<{ n: number }>("invitation")`
  select count(*) as n from invitation where created_by = ? and expires_at > ? and ${OPEN}`;

/** How many valid invitations a person has made. */
export async function countOpenInvitations(tx: ReadTx, created_by: number, now_s: number): Promise<number> {
  const row = await tx.get(COUNT_OPEN_INVITATIONS, created_by, now_s);
  return Number(row!.n);
}

const TAKE_INVITATION = write<InvitationRow>("invitation")`
  update invitation set use_count = use_count + 1 where code_hash = ? and expires_at > ? and ${OPEN} returning ${INVITATION}`;

/** Counts a use of the valid invitation with this code. Concurrent calls cannot exceed its limit. */
export async function takeInvitation(tx: Tx, code_hash: string, now_s: number): Promise<Invitation | undefined> {
  const row = await tx.get(TAKE_INVITATION, code_hash, now_s);
  return row && toInvitation(row);
}

const INSERT_INVITATION_USE = write("invitation_use")`
  insert into invitation_use (invitation_id, person_id, used_at) values (?, ?, ?)`;

/** Records who signed up with an invitation. */
export async function insertInvitationUse(tx: Tx, id: number, person_id: number, now_s: number): Promise<void> {
  await tx.run(INSERT_INVITATION_USE, id, person_id, now_s);
}

const LATEST_USERS = read<{ person_id: number }>("invitation_use")`
  select person_id from invitation_use where invitation_id = ? order by used_at desc, person_id desc limit ?`;

/** The people who signed up last with an invitation, the latest first. */
export async function latestUsers(tx: ReadTx, id: number, most: number): Promise<number[]> {
  const rows = await tx.all(LATEST_USERS, id, most);
  return rows.map((row) => row.person_id);
}

const SET_NOTICE = write("invitation")`update invitation set notice_id = ? where id = ?`;

export async function setNotice(tx: Tx, id: number, message_id: number): Promise<void> {
  await tx.run(SET_NOTICE, message_id, id);
}

export interface InvitationUse {
  readonly invitation_id: number;
  readonly person_id: number;
  readonly used_at: number;
}

const USES_OF = read<InvitationUse>("invitation_use")`
  select invitation_id, person_id, used_at from (
    select invitation_id, person_id, used_at,
      row_number() over (partition by invitation_id order by used_at desc, person_id desc) as place
    from invitation_use where invitation_id in ${numbers}
  ) as latest where place <= ? order by invitation_id, place`;

/** Who signed up with each of some invitations, the latest first, at most `most` of each. */
export function usesOf(tx: ReadTx, ids: readonly number[], most: number): Promise<InvitationUse[]> {
  return tx.all(USES_OF, JSON.stringify(ids), most);
}

interface InvitationChat {
  readonly invitation_id: number;
  readonly chat_id: number;
  readonly title: string;
}

const CHATS_OF_INVITATIONS = read<InvitationChat>("invitation_chat", "chat")`
  select i.invitation_id, i.chat_id, c.title from invitation_chat i join chat c on c.id = i.chat_id
  where i.invitation_id in ${numbers} order by i.invitation_id, i.chat_id desc`;

/** The existing chats of some invitations. */
export function chatsOfInvitations(tx: ReadTx, ids: readonly number[]): Promise<InvitationChat[]> {
  return tx.all(CHATS_OF_INVITATIONS, JSON.stringify(ids));
}

const CHATS_OF_INVITATION = read<{ chat_id: number }>("invitation_chat")`
  select chat_id from invitation_chat where invitation_id = ? order by chat_id desc`;

/** The chats that people join by an invitation. */
export async function chatsOfInvitation(tx: ReadTx, id: number): Promise<number[]> {
  const rows = await tx.all(CHATS_OF_INVITATION, id);
  return rows.map((row) => row.chat_id);
}

const REVOKE_INVITATION = write<{ id: number }>("invitation")`
  update invitation set revoked_at = ? where id = ? and ${OPEN} returning id`;

/** Revokes a valid invitation. @returns whether there was one */
export async function revokeInvitation(tx: Tx, id: number, now_s: number): Promise<boolean> {
  const row = await tx.get(REVOKE_INVITATION, now_s, id);
  return row !== undefined;
}

const INVITATIONS_BEFORE = read<InvitationRow>("invitation")`
  select ${INVITATION} from invitation where id < ? order by id desc limit ?`;

/** Invitations made before the one with this id, the newest first. */
export async function invitationsBefore(tx: ReadTx, id: number, limit: number): Promise<Invitation[]> {
  const rows = await tx.all(INVITATIONS_BEFORE, id, limit);
  return rows.map(toInvitation);
}

const DELETE_UNUSED_OWNER_INVITATIONS = write("invitation")`
  delete from invitation where makes_owner = 1 and use_count = 0`;

/** Deletes unused invitations that would make an owner: only the newest may be valid. */
export async function deleteUnusedOwnerInvitations(tx: Tx): Promise<void> {
  await tx.run(DELETE_UNUSED_OWNER_INVITATIONS);
}
