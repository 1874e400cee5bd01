/** Presents people, bots, chats, invitations and the audit log to owners of the service. */
import type * as Wire from "@heliogram/shared/wire.ts";
import { isAbandoned } from "../domain/members/ownership.ts";
import type { AuditEntry } from "../store/queries/service/audit.ts";
import type { ListedBot } from "../store/queries/bots/bot-list.ts";
import type { ListedChat } from "../store/queries/chats/group-list.ts";
import {
  chatsOfInvitations,
  usesOf,
  type Invitation,
  type InvitationUse,
} from "../store/queries/accounts/invitations.ts";
import { addressesOfInvitations } from "../store/queries/accounts/invitation-addresses.ts";
import type { ListedPerson } from "../store/queries/accounts/people-list.ts";
import { preloadAccounts } from "./preload-accounts.ts";
import { presentUser } from "./users.ts";
import type { ViewerContext } from "./viewer-context.ts";

/** The object without its fields that are null or undefined. */
export function withoutNull<T extends object>(members: T): { [key in keyof T]?: NonNullable<T[key]> } {
  const there = Object.entries(members).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(there) as { [key in keyof T]?: NonNullable<T[key]> };
}

/** The user with this id, if there is one. */
async function userOf(context: ViewerContext, id: number | null): Promise<Wire.User | undefined> {
  const account = id === null ? undefined : await context.account(id);
  return account && presentUser(account);
}

export function presentPerson(context: ViewerContext, person: ListedPerson): Wire.PersonEntry {
  const { is_owner, created_at, suspended_at, seen_at, session_count, has_second_factor } = person;
  const facts = { is_owner, created_at, ...withoutNull({ suspended_at, seen_at }), session_count };
  return { user: context.show(person), ...facts, ...(has_second_factor ? { has_second_factor } : {}) };
}

export async function presentBot(context: ViewerContext, bot: ListedBot): Promise<Wire.BotEntry> {
  const { created_at, suspended_at, has_webhook, pending, last_error_at, last_error } = bot;
  return {
    user: context.show(bot),
    ...withoutNull({ owner: await userOf(context, bot.owner_id) }),
    created_at,
    ...withoutNull({ suspended_at }),
    has_webhook,
    pending_update_count: pending,
    ...withoutNull({ last_error_date: last_error_at, last_error_message: last_error }),
  };
}

export async function presentListedChat(context: ViewerContext, chat: ListedChat): Promise<Wire.ChatEntry> {
  const { id, type, title, username, member_count, created_at, last_message_date } = chat;
  const account = chat.creator_id === null ? undefined : await context.account(chat.creator_id);
  const creator = account && presentUser(account);
  const is_abandoned = isAbandoned(account);
  const facts = { id, type, title, member_count, created_at, is_abandoned };
  return { ...facts, ...withoutNull({ username, creator, last_message_date }) };
}

/** The largest number of uses shown for one invitation. */
const USES_SHOWN = 20;

/**
 * Presents invitations with their uses and their chats. The number of statements does not depend on how many they are.
 */
export async function presentInvitations(
  context: ViewerContext,
  invitations: readonly Invitation[],
  now_s: number,
): Promise<Wire.InvitationEntry[]> {
  const ids = invitations.map(({ id }) => id);
  const uses = await usesOf(context.tx, ids, USES_SHOWN);
  const chats = await chatsOfInvitations(context.tx, ids);
  const mailed = new Map((await addressesOfInvitations(context.tx, ids)).map((each) => [each.invitation_id, each]));
  await preloadAccounts(context, [...invitations.map((each) => each.created_by), ...uses.map((use) => use.person_id)]);
  const usesById = Map.groupBy(uses, ({ invitation_id }) => invitation_id);
  const chatsById = Map.groupBy(chats, ({ invitation_id }) => invitation_id);
  const shown: Wire.InvitationEntry[] = [];
  for (const invitation of invitations) {
    const { id, makes_owner, created_at, expires_at, max_uses, use_count, revoked_at } = invitation;
    const used = await presentUses(context, usesById.get(id) ?? []);
    const leads = (chatsById.get(id) ?? []).map(({ chat_id, title }) => ({ id: chat_id, title }));
    const created_by = await userOf(context, invitation.created_by);
    const state = stateOf(invitation, now_s);
    const entry = { id, makes_owner, created_at, expires_at, state, max_uses, use_count, uses: used, chats: leads };
    const { address, mailed_at } = mailed.get(id) ?? {};
    shown.push({ ...entry, ...withoutNull({ created_by, revoked_at, address, mailed_at }) });
  }
  return shown;
}

async function presentUses(
  context: ViewerContext,
  uses: readonly InvitationUse[],
): Promise<Wire.InvitationEntry["uses"]> {
  const shown: Wire.InvitationEntry["uses"] = [];
  for (const { person_id, used_at } of uses) {
    const user = await userOf(context, person_id);
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

/** Presents audit log entries. All accounts that they name are loaded with one statement. */
export async function presentAudit(
  context: ViewerContext,
  entries: readonly AuditEntry[],
): Promise<Wire.AuditLogEntry[]> {
  await preloadAccounts(
    context,
    entries.flatMap((entry) => [entry.actor_id, subjectOf(entry), entry.detail.member_id ?? null]),
  );
  const shown: Wire.AuditLogEntry[] = [];
  for (const entry of entries) shown.push(await presentAuditEntry(context, entry));
  return shown;
}

/** The person or bot that is the subject of an entry. */
function subjectOf({ subject_kind, subject_id }: AuditEntry): number | null {
  return subject_kind === "person" || subject_kind === "bot" ? subject_id : null;
}

async function presentAuditEntry(context: ViewerContext, entry: AuditEntry): Promise<Wire.AuditLogEntry> {
  const { id, at, origin, action, detail, subject_kind: kind, subject_id, client_address } = entry;
  const user = await userOf(context, subjectOf(entry));
  const { title, member_id = null, changed, ...others } = detail;
  const subject =
    kind === "" || subject_id === null ? undefined : { kind, id: subject_id, ...withoutNull({ user, title }) };
  return {
    id,
    at,
    origin,
    ...withoutNull({ actor: await userOf(context, entry.actor_id) }),
    action,
    ...withoutNull({ subject, member: await userOf(context, member_id) }),
    ...(client_address === "" ? {} : { client_address }),
    detail: { ...others, ...(changed ? { changed: [...changed] } : {}) },
  };
}
