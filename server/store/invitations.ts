/** Invitations to the service in the store: who may sign up. */
import type { ReadTx, Tx } from "./db.ts";

export interface Invitation {
  readonly id: number;
  readonly created_by: number | null;
  readonly makes_owner: boolean;
  readonly created_at: number;
  readonly expires_at: number;
  readonly used_by: number | null;
}

type InvitationRow = Omit<Invitation, "makes_owner"> & { makes_owner: number };

const INVITATION = "id, created_by, makes_owner, created_at, expires_at, used_by";

function toInvitation(row: InvitationRow): Invitation {
  return { ...row, makes_owner: row.makes_owner === 1 };
}

export async function insertInvitation(tx: Tx, invitation: Invitation, code_hash: string): Promise<void> {
  await tx.run(
    `insert into invitation (code_hash, ${INVITATION}) values (?, ?, ?, ?, ?, ?, ?)`,
    code_hash,
    invitation.id,
    invitation.created_by,
    invitation.makes_owner ? 1 : 0,
    invitation.created_at,
    invitation.expires_at,
    invitation.used_by,
  );
}

export async function findInvitation(tx: ReadTx, code_hash: string): Promise<Invitation | undefined> {
  const row = await tx.get<InvitationRow>(`select ${INVITATION} from invitation where code_hash = ?`, code_hash);
  return row && toInvitation(row);
}

export async function markUsed(tx: Tx, id: number, used_by: number, now_s: number): Promise<void> {
  await tx.run("update invitation set used_by = ?, used_at = ? where id = ?", used_by, now_s, id);
}

/** Invitations that would make an owner and were never used: only the newest may live. */
export async function deleteUnusedOwnerInvitations(tx: Tx): Promise<void> {
  await tx.run("delete from invitation where makes_owner = 1 and used_by is null");
}
