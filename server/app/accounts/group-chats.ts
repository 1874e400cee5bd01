/** Membership of chats that follows the groups of an OpenID provider (behaviour.md §2). */
import type { ChatName } from "../../domain/provider-claims.ts";
import { currentMember } from "../../domain/members/member.ts";
import { join, leave } from "../../domain/members/membership.ts";
import type { Db, ReadTx, Tx } from "../../store/db.ts";
import { findAccount, findUsername } from "../../store/queries/accounts/accounts.ts";
import {
  chatsByGroup,
  deleteGroupMembership,
  noteGroupMembership,
} from "../../store/queries/accounts/group-memberships.ts";
import { findChat, lockChat } from "../../store/queries/chats/chats.ts";
import { findMember } from "../../store/queries/members/members.ts";
import type { AppContext } from "../app-context.ts";
import { changeMember, neverMember } from "../members/change-member.ts";

/** Whose membership follows which issuer. */
export interface GroupMember {
  readonly person_id: number;
  readonly issuer: string;
}

/**
 * Joins the chats of a person's groups, and leaves those that they have joined so and whose groups they have left. Each
 * chat has a transaction of its own: what fails is done at the next sign-in.
 * @returns the names that lead to no chat
 */
export async function followGroups(
  db: Db,
  app: AppContext,
  who: GroupMember,
  names: readonly ChatName[],
  now_s: number,
): Promise<readonly ChatName[]> {
  const { wanted, joined, missing, unknown } = await db.read((tx) => differences(tx, who, names));
  for (const chat_id of missing) await db.write((tx) => joinByGroup(tx, app, who, chat_id, now_s));
  for (const chat_id of joined.filter((each) => !wanted.includes(each)))
    await db.write((tx) => leaveByGroup(tx, app, who, chat_id, now_s));
  return unknown;
}

async function differences(tx: ReadTx, { person_id, issuer }: GroupMember, names: readonly ChatName[]) {
  const [found, unknown]: [number[], ChatName[]] = [[], []];
  for (const name of names) {
    const id = typeof name === "number" ? name : await findUsername(tx, name);
    if (id !== undefined && (await findChat(tx, id))) found.push(id);
    else unknown.push(name);
  }
  const wanted = [...new Set(found)];
  const missing: number[] = [];
  for (const id of wanted) if (!(await findMember(tx, id, person_id))?.is_member) missing.push(id);
  return { wanted, missing, unknown, joined: await chatsByGroup(tx, person_id, issuer) };
}

/** The person and the chat, locked, with the member that is stored; `undefined` if either is gone. */
async function lockMembership(tx: Tx, person_id: number, chat_id: number) {
  const chat = await lockChat(tx, chat_id);
  const person = await findAccount(tx, person_id);
  return chat && person && { chat, person, stored: await findMember(tx, chat_id, person_id) };
}

/** A banned person stays outside. */
async function joinByGroup(
  tx: Tx,
  app: AppContext,
  { person_id, issuer }: GroupMember,
  chat_id: number,
  now_s: number,
): Promise<void> {
  const found = await lockMembership(tx, person_id, chat_id);
  if (!found) return;
  const { chat, person, stored } = found;
  const before = stored ? currentMember(stored, now_s) : neverMember(person_id);
  const change = join(before, now_s, chat);
  if (!change.ok || !change.changed) return;
  const by = { account: person, member: change.member };
  await changeMember(tx, app, { chat, by, target: person, before, change }, now_s);
  await noteGroupMembership(tx, person_id, chat_id, issuer);
}

/** The creator of a chat stays in it. */
async function leaveByGroup(
  tx: Tx,
  app: AppContext,
  { person_id, issuer }: GroupMember,
  chat_id: number,
  now_s: number,
): Promise<void> {
  const found = await lockMembership(tx, person_id, chat_id);
  await deleteGroupMembership(tx, person_id, chat_id, issuer);
  if (!found?.stored?.is_member) return;
  const { chat, person, stored } = found;
  const before = currentMember(stored, now_s);
  if (before.status === "creator") return;
  const change = leave(before, now_s, chat);
  if (!change.ok) return;
  const by = { account: person, member: before };
  await changeMember(tx, app, { chat, by, target: person, before, change }, now_s);
}
