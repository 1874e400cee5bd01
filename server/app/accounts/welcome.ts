/** After a sign-up by invitation: adds the person to the chats of the invitation, and notifies the inviter. */
import type { Account } from "../../domain/accounts.ts";
import { addMember } from "../../domain/members/membership.ts";
import { currentMember } from "../../domain/members/member.ts";
import { findAccount } from "../../store/queries/accounts/accounts.ts";
import { findMember } from "../../store/queries/members/members.ts";
import { lockChat } from "../../store/queries/chats/chats.ts";
import type { Tx } from "../../store/db.ts";
import { chatsOfInvitation, type Invitation } from "../../store/queries/accounts/invitations.ts";
import { changeMember, neverMember } from "../members/change-member.ts";
import type { AppContext } from "../app-context.ts";
import { countInNotice, openChatWithInviter } from "./invitation-notice.ts";

/**
 * Adds the new person to the chats of the invitation, and notifies the inviter. Chats to which the inviter may no longer
 * invite are skipped (behaviour.md §8).
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
  if (invitation.max_uses === 1) await openChatWithInviter(tx, app, inviter, person, now_s);
  else await countInNotice(tx, app, invitation, inviter, person, now_s);
}

/** The inviter's rights decide, but the person joins by themselves, as by an invite link. */
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
  const before = neverMember(person.id);
  const change = addMember(currentMember(stored, now_s), before, now_s, chat);
  if (!change.ok) return;
  const by = { account: person, member: change.member };
  await changeMember(tx, app, { chat, by, target: person, before, change, by_link: true }, now_s);
}
