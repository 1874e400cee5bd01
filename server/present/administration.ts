/** People, bots, chats, invitations and the audit log as owners of the service see them. */
import type * as Wire from "@heliogram/shared/administration.ts";
import type { User } from "@heliogram/shared/wire.ts";
import type { AuditEntry } from "../store/audit.ts";
import type { Words } from "../store/db.ts";
import type { ListedBot } from "../store/bot-list.ts";
import type { ListedChat } from "../store/chat-list.ts";
import { chatsOfInvitations, usesOf, type Invitation, type InvitationUse } from "../store/invitations.ts";
import type { ListedPerson } from "../store/people-list.ts";
import { holdAccounts } from "./held.ts";
import { presentUser } from "./users.ts";
import type { View } from "./view.ts";

/** The members that are something, so that what is nothing stays absent. */
export function present<T extends object>(members: T): { [key in keyof T]?: NonNullable<T[key]> } {
  const there = Object.entries(members).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(there) as { [key in keyof T]?: NonNullable<T[key]> };
}

/** An account by id, if there is one. */
async function userOf(view: View, id: number | null): Promise<User | undefined> {
  const account = id === null ? undefined : await view.account(id);
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
    ...present({ owner: await userOf(view, bot.owner_id) }),
    created_at,
    ...present({ suspended_at }),
    has_webhook,
    pending_update_count: pending,
    ...present({ last_error_date: last_error_at, last_error_message: last_error }),
  };
}

export async function presentListedChat(view: View, chat: ListedChat): Promise<Wire.ChatEntry> {
  const { id, type, title, username, member_count, created_at, last_message_date } = chat;
  const creator = await userOf(view, chat.creator_id);
  return { id, type, title, member_count, created_at, ...present({ username, creator, last_message_date }) };
}

/** Uses of one invitation that are shown. */
const USES_SHOWN = 20;

/** Invitations with who came by them and the chats they lead into, by as many statements for a page as for one. */
export async function presentInvitations(
  view: View,
  words: Words,
  invitations: readonly Invitation[],
  now_s: number,
): Promise<Wire.InvitationEntry[]> {
  const ids = invitations.map(({ id }) => id);
  const uses = await usesOf(view.tx, words, ids, USES_SHOWN);
  const chats = await chatsOfInvitations(view.tx, words, ids);
  await holdAccounts(view, words, [...invitations.map((each) => each.created_by), ...uses.map((use) => use.person_id)]);
  const usesById = Map.groupBy(uses, ({ invitation_id }) => invitation_id);
  const chatsById = Map.groupBy(chats, ({ invitation_id }) => invitation_id);
  const shown: Wire.InvitationEntry[] = [];
  for (const invitation of invitations) {
    const { id, makes_owner, created_at, expires_at, max_uses, use_count, revoked_at } = invitation;
    const used = await presentUses(view, usesById.get(id) ?? []);
    const leads = (chatsById.get(id) ?? []).map(({ chat_id, title }) => ({ id: chat_id, title }));
    const created_by = await userOf(view, invitation.created_by);
    const state = stateOf(invitation, now_s);
    const entry = { id, makes_owner, created_at, expires_at, state, max_uses, use_count, uses: used, chats: leads };
    shown.push({ ...entry, ...present({ created_by, revoked_at }) });
  }
  return shown;
}

async function presentUses(view: View, uses: readonly InvitationUse[]): Promise<Wire.InvitationEntry["uses"]> {
  const shown: Wire.InvitationEntry["uses"] = [];
  for (const { person_id, used_at } of uses) {
    const user = await userOf(view, person_id);
    if (user) shown.push({ user, used_at });
  }
  return shown;
}

function stateOf(
  { use_count, max_uses, revoked_at, expires_at }: Invitation,
  now_s: number,
): Wire.InvitationEntry["state"] {
  if (use_count >= max_uses) return "used";
  if (revoked_at !== null) return "revoked";
  return expires_at <= now_s ? "expired" : "open";
}

/** Entries with whom they name, by one statement. */
export async function presentAudit(
  view: View,
  words: Words,
  entries: readonly AuditEntry[],
): Promise<Wire.AuditLogEntry[]> {
  await holdAccounts(
    view,
    words,
    entries.flatMap((entry) => [entry.actor_id, subjectOf(entry)]),
  );
  const shown: Wire.AuditLogEntry[] = [];
  for (const entry of entries) shown.push(await presentAuditEntry(view, entry));
  return shown;
}

/** The person or bot that an entry is about. */
function subjectOf({ subject_kind, subject_id }: AuditEntry): number | null {
  return subject_kind === "person" || subject_kind === "bot" ? subject_id : null;
}

async function presentAuditEntry(view: View, entry: AuditEntry): Promise<Wire.AuditLogEntry> {
  const { id, at, origin, action, detail, subject_kind: kind, subject_id } = entry;
  const user = await userOf(view, subjectOf(entry));
  const subject = kind === "" || subject_id === null ? undefined : { kind, id: subject_id, ...present({ user }) };
  return {
    id,
    at,
    origin,
    ...present({ actor: await userOf(view, entry.actor_id) }),
    action,
    ...present({ subject }),
    detail: { ...detail },
  };
}
