/** People, bots, chats, invitations and the audit log as owners of the service see them. */
import type * as Wire from "@heliogram/shared/administration.ts";
import type { User } from "@heliogram/shared/wire.ts";
import { findAccount } from "../store/accounts.ts";
import type { AuditEntry } from "../store/audit.ts";
import type { ReadTx } from "../store/db.ts";
import type { ListedPerson } from "../store/people-list.ts";
import { presentUser } from "./users.ts";

/** The members that are something, so that what is nothing stays absent. */
export function present<T extends object>(members: T): { [key in keyof T]?: NonNullable<T[key]> } {
  const there = Object.entries(members).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(there) as { [key in keyof T]?: NonNullable<T[key]> };
}

/** An account by id, if there is one. */
export async function userOf(tx: ReadTx, id: number | null): Promise<User | undefined> {
  const account = id === null ? undefined : await findAccount(tx, id);
  return account && presentUser(account);
}

export function presentPerson(person: ListedPerson): Wire.PersonEntry {
  const { is_owner, created_at, suspended_at, seen_at, session_count } = person;
  return { user: presentUser(person), is_owner, created_at, ...present({ suspended_at, seen_at }), session_count };
}

export async function presentAuditEntry(tx: ReadTx, entry: AuditEntry): Promise<Wire.AuditLogEntry> {
  const { id, at, origin, action, detail, subject_kind: kind, subject_id } = entry;
  const user = kind === "invitation" ? undefined : await userOf(tx, subject_id);
  const subject = kind === "" || subject_id === null ? undefined : { kind, id: subject_id, ...present({ user }) };
  return {
    id,
    at,
    origin,
    ...present({ actor: await userOf(tx, entry.actor_id) }),
    action,
    ...present({ subject }),
    detail: { ...detail },
  };
}
