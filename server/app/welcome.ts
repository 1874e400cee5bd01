/** What awaits somebody who signed up by an invitation: its chats, and a chat with whoever invited them. */
import type { Account } from "../domain/accounts.ts";
import { addMember } from "../domain/members/presence.ts";
import { currentMember, memberOf } from "../domain/members/member.ts";
import { findAccount } from "../store/accounts.ts";
import { findMember } from "../store/members.ts";
import { holdChat } from "../store/chats.ts";
import type { Tx } from "../store/db.ts";
import { chatsOfInvitation, type Invitation } from "../store/invitations.ts";
import { changeMember, stranger } from "./change-member.ts";
import { openPrivateChat } from "./create-chat.ts";
import type { Env } from "./env.ts";
import { post } from "./post.ts";

/**
 * Brings the newcomer into the chats of the invitation, and tells whoever made it in their private chat. A chat into
 * which the inviter may invite nobody any more is passed over (behaviour.md §8).
 */
export async function welcome(
  tx: Tx,
  env: Env,
  invitation: Invitation,
  newcomer: Account,
  now_s: number,
): Promise<void> {
  const inviter = invitation.created_by === null ? undefined : await findAccount(tx, invitation.created_by);
  if (!inviter || inviter.suspended_at !== null) return;
  for (const chat_id of await chatsOfInvitation(tx, invitation.id)) {
    await bringIn(tx, env, chat_id, inviter, newcomer, now_s);
  }
  const chat = await openPrivateChat(tx, inviter, newcomer, now_s);
  const speaker = { account: newcomer, member: memberOf(newcomer.id, "member") };
  const content = { service: { kind: "invitation_accepted" } } as const;
  await post(tx, env, chat, speaker, [{ text: "", reply_to: null, content }], now_s);
}

async function bringIn(
  tx: Tx,
  env: Env,
  chat_id: number,
  inviter: Account,
  newcomer: Account,
  now_s: number,
): Promise<void> {
  const chat = await holdChat(tx, chat_id);
  const stored = await findMember(tx, chat_id, inviter.id);
  if (!chat || !stored) return;
  const member = currentMember(stored, now_s);
  const before = stranger(newcomer.id);
  const change = addMember(member, before, now_s, chat);
  if (!change.ok) return;
  const by = { account: inviter, member };
  await changeMember(tx, env, { chat, by, target: newcomer, before, change }, now_s);
}
