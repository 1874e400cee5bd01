/** Notifies an inviter of sign-ups: in a chat with the new person, or for a shared invitation in one notice that counts. */
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import { memberOf } from "../../domain/members/member.ts";
import type { InvitationUses, Message } from "../../domain/messages.ts";
import { latestUsers, setNotice, type Invitation } from "../../store/queries/accounts/invitations.ts";
import type { Tx } from "../../store/db.ts";
import { unreadOf } from "../../store/queries/members/unread.ts";
import { findMessage } from "../../store/queries/messages/messages.ts";
import type { AppContext } from "../app-context.ts";
import { openPrivateChat } from "../chats/create-chat.ts";
import { edit, removeMessage } from "../messages/edit.ts";
import { post } from "../messages/post.ts";
import { openNoticeChat } from "../notices/notice-chat.ts";

/** The people whom a notice names. The list of invitations has the others. */
const MAX_NAMED_PEOPLE = 3;

/** Posts a service message in the private chat of the inviter and the person, the only one of an invitation for one. */
export async function openChatWithInviter(
  tx: Tx,
  app: AppContext,
  inviter: Account,
  person: Account,
  now_s: number,
): Promise<void> {
  const chat = await openPrivateChat(tx, inviter, person, now_s);
  const sender = { account: person, member: memberOf(person.id, "member") };
  const content = { service: { kind: "invitation_accepted" } } as const;
  await post(tx, app, chat, sender, [{ text: "", reply_to: null, content }], now_s);
}

/**
 * Counts one more person in the notice of the invitation. An unread notice is edited; one that the inviter has read is
 * replaced by a new message, so that it is unread again (behaviour.md §8).
 */
export async function countInNotice(
  tx: Tx,
  app: AppContext,
  invitation: Invitation,
  inviter: Account,
  person: Account,
  now_s: number,
): Promise<void> {
  const { chat, sender } = await openNoticeChat(tx, inviter, person, now_s);
  const accounts = await latestUsers(tx, invitation.id, MAX_NAMED_PEOPLE);
  const { id: invitation_id, use_count: count } = invitation;
  const service: InvitationUses = { kind: "invitation_uses", invitation_id, count, accounts };
  const earlier = await earlierNotice(tx, chat, invitation);
  if (earlier && (await unreadOf(tx, chat.id, inviter.id)).unread_after < earlier.message_id) {
    await edit(tx, app, chat, sender, earlier, { text: "", content: { service }, visible: false }, now_s);
    return;
  }
  if (earlier) await removeMessage(tx, chat, earlier);
  const draft = { text: "", reply_to: null, content: { service } };
  const by = { account: sender, member: memberOf(sender.id, "member") };
  const [posted] = await post(tx, app, chat, by, [draft], now_s);
  await setNotice(tx, invitation.id, posted!.message_id);
}

/** The chat may be another one than that of the earlier notice, and a person can delete the message. */
async function earlierNotice(tx: Tx, chat: Chat, { id, notice_id }: Invitation): Promise<Message | undefined> {
  const message = notice_id === null ? undefined : await findMessage(tx, chat.id, notice_id);
  const service = message?.content.service;
  return service?.kind === "invitation_uses" && service.invitation_id === id ? message : undefined;
}
