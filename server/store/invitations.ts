/** Invitations to the service in the store: who may sign up. */
import type { ReadTx, Tx } from "./db.ts";

export interface Invitation {
  readonly id: number;
  readonly created_by: number | null;
  readonly makes_owner: boolean;
  readonly created_at: number;
  readonly expires_at: number;
  readonly used_by: number | null;
  readonly used_at: number | null;
  readonly revoked_at: number | null;
}

type InvitationRow = Omit<Invitation, "makes_owner"> & { makes_owner: number };

const INVITATION = "id, created_by, makes_owner, created_at, expires_at, used_by, used_at, revoked_at";

function toInvitation(row: InvitationRow): Invitation {
  return { ...row, makes_owner: row.makes_owner === 1 };
}

export type NewInvitation = Omit<Invitation, "used_by" | "used_at" | "revoked_at">;

export async function insertInvitation(tx: Tx, invitation: NewInvitation, code_hash: string): Promise<void> {
  await tx.run(
    "insert into invitation (code_hash, id, created_by, makes_owner, created_at, expires_at) values (?, ?, ?, ?, ?, ?)",
    code_hash,
    invitation.id,
    invitation.created_by,
    invitation.makes_owner ? 1 : 0,
    invitation.created_at,
    invitation.expires_at,
  );
}

const OPEN = "used_at is null and revoked_at is null";

/** The invitation with this code, if somebody could sign up with it now. */
export async function findOpenInvitation(
  tx: ReadTx,
  code_hash: string,
  now_s: number,
): Promise<Invitation | undefined> {
  const row = await tx.get<InvitationRow>(
    `select ${INVITATION} from invitation where code_hash = ? and expires_at > ? and ${OPEN}`,
    code_hash,
    now_s,
  );
  return row && toInvitation(row);
}

/** Takes the open invitation with this code out of use: of two who sign up with it at once, one gets it. */
export async function takeInvitation(tx: Tx, code_hash: string, now_s: number): Promise<Invitation | undefined> {
  const row = await tx.get<InvitationRow>(
    `update invitation set used_at = ? where code_hash = ? and expires_at > ? and ${OPEN} returning ${INVITATION}`,
    now_s,
    code_hash,
    now_s,
  );
  return row && toInvitation(row);
}

export async function setUsedBy(tx: Tx, id: number, person_id: number): Promise<void> {
  await tx.run("update invitation set used_by = ? where id = ?", person_id, id);
}

/** Takes back an invitation nobody has used. @returns whether there was one */
export async function revokeInvitation(tx: Tx, id: number, now_s: number): Promise<boolean> {
  const row = await tx.get<{ id: number }>(
    `update invitation set revoked_at = ? where id = ? and ${OPEN} returning id`,
    now_s,
    id,
  );
  return row !== undefined;
}

/** Invitations made before the one with this id, the newest first. */
export async function invitationsBefore(tx: ReadTx, id: number, limit: number): Promise<Invitation[]> {
  const rows = await tx.all<InvitationRow>(
    `select ${INVITATION} from invitation where id < ? order by id desc limit ?`,
    id,
    limit,
  );
  return rows.map(toInvitation);
}

/** Invitations that would make an owner and were never used: only the newest may live. */
export async function deleteUnusedOwnerInvitations(tx: Tx): Promise<void> {
  await tx.run("delete from invitation where makes_owner = 1 and used_by is null");
}
