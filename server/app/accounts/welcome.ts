/** After a sign-up by invitation: adds the person to the chats of the invitation and opens a chat with the inviter. */
import type { Account } from "../../domain/accounts.ts";
import { addMember } from "../../domain/members/membership.ts";
import { currentMember, memberOf } from "../../domain/members/member.ts";
import { findAccount } from "../../store/queries/accounts/accounts.ts";
import { findMember } from "../../store/queries/members/members.ts";
import { lockChat } from "../../store/queries/chats/chats.ts";
import type { Tx } from "../../store/db.ts";
import { chatsOfInvitation, type Invitation } from "../../store/queries/accounts/invitations.ts";
import { changeMember, neverMember } from "../members/change-member.ts";
import { openPrivateChat } from "../chats/create-chat.ts";
import type { AppContext } from "../app-context.ts";
import { post } from "../messages/post.ts";

/**
 * Adds the new person to the chats of the invitation, and posts a service message in the private chat with the inviter.
 * Chats to which the inviter may no longer invite are skipped (behaviour.md §8).
 */
export async function welcomePerson(
  tx: Tx,
  app: AppContext,
  invitation: Invitation,
  person: Account,
  now_s: number,
): Promise<void> {
  const inviter = invitation.created_by === null ? undefined : await findAccount(tx, invitation.created_by);
  if (!inviter || inviter.suspended_at !== null) return;
  for (const chat_id of await chatsOfInvitation(tx, invitation.id)) {
    await addToChat(tx, app, chat_id, inviter, person, now_s);
  }
  const chat = await openPrivateChat(tx, inviter, person, now_s);
  const sender = { account: person, member: memberOf(person.id, "member") };
  const content = { service: { kind: "invitation_accepted" } } as const;
  await post(tx, app, chat, sender, [{ text: "", reply_to: null, content }], now_s);
}

async function addToChat(
  tx: Tx,
  app: AppContext,
  chat_id: number,
  inviter: Account,
  person: Account,
  now_s: number,
): Promise<void> {
  const chat = await lockChat(tx, chat_id);
  const stored = await findMember(tx, chat_id, inviter.id);
  if (!chat || !stored) return;
  const member = currentMember(stored, now_s);
  const before = neverMember(person.id);
  const change = addMember(member, before, now_s, chat);
  if (!change.ok) return;
  const by = { account: inviter, member };
  await changeMember(tx, app, { chat, by, target: person, before, change }, now_s);
}
