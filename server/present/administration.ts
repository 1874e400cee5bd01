/** People, bots, chats, invitations and the audit log as owners of the service see them. */
import type * as Wire from "@heliogram/shared/administration.ts";
import type { User } from "@heliogram/shared/wire.ts";
import { findAccount } from "../store/accounts.ts";
import type { AuditEntry } from "../store/audit.ts";
import type { ReadTx } from "../store/db.ts";
import type { ListedBot } from "../store/bot-list.ts";
import type { ListedChat } from "../store/chat-list.ts";
import { chatsOfInvitation, usesOf, type Invitation } from "../store/invitations.ts";
import { findChat } from "../store/chats.ts";
import type { ListedPerson } from "../store/people-list.ts";
import { presentUser } from "./users.ts";
import type { View } from "./view.ts";

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

export function presentPerson(view: View, person: ListedPerson): Wire.PersonEntry {
  const { is_owner, created_at, suspended_at, seen_at, session_count } = person;
  return { user: view.show(person), is_owner, created_at, ...present({ suspended_at, seen_at }), session_count };
}

export async function presentBot(view: View, bot: ListedBot): Promise<Wire.BotEntry> {
  const { created_at, suspended_at, has_webhook, pending, last_error_at, last_error } = bot;
  return {
    user: view.show(bot),
    ...present({ owner: await userOf(view.tx, bot.owner_id) }),
    created_at,
    ...present({ suspended_at }),
    has_webhook,
    pending_update_count: pending,
    ...present({ last_error_date: last_error_at, last_error_message: last_error }),
  };
}

export async function presentListedChat(tx: ReadTx, chat: ListedChat): Promise<Wire.ChatEntry> {
  const { id, type, title, username, member_count, created_at, last_message_date } = chat;
  const creator = await userOf(tx, chat.creator_id);
  return { id, type, title, member_count, created_at, ...present({ username, creator, last_message_date }) };
}

/** Uses of one invitation that are shown. */
const USES_SHOWN = 20;

export async function presentInvitation(
  tx: ReadTx,
  invitation: Invitation,
  now_s: number,
): Promise<Wire.InvitationEntry> {
  const { id, makes_owner, created_at, expires_at, max_uses, use_count, revoked_at } = invitation;
  const created_by = await userOf(tx, invitation.created_by);
  const uses: Wire.InvitationEntry["uses"] = [];
  for (const { person_id, used_at } of await usesOf(tx, id, USES_SHOWN)) {
    const user = await userOf(tx, person_id);
    if (user) uses.push({ user, used_at });
  }
  const chats: Wire.InvitationEntry["chats"] = [];
  for (const chat_id of await chatsOfInvitation(tx, id)) {
    const chat = await findChat(tx, chat_id);
    if (chat) chats.push({ id: chat.id, title: chat.title });
  }
  const state = stateOf(invitation, now_s);
  const entry = { id, makes_owner, created_at, expires_at, state, max_uses, use_count, uses, chats };
  return { ...entry, ...present({ created_by, revoked_at }) };
}

function stateOf(
  { use_count, max_uses, revoked_at, expires_at }: Invitation,
  now_s: number,
): Wire.InvitationEntry["state"] {
  if (use_count >= max_uses) return "used";
  if (revoked_at !== null) return "revoked";
  return expires_at <= now_s ? "expired" : "open";
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
