/** The chat in which the service tells people something. */
import type { Account } from "../../domain/accounts.ts";
import { ASSISTANT_ID } from "../../domain/bots.ts";
import type { Chat } from "../../domain/chats.ts";
import { findAccount } from "../../store/queries/accounts/accounts.ts";
import type { Tx } from "../../store/db.ts";
import { findMember } from "../../store/queries/members/members.ts";
import { openPrivateChat } from "../chats/create-chat.ts";

export interface NoticeChat {
  readonly chat: Chat;
  readonly sender: Account;
}

/**
 * The chat with the assistant; without an assistant, or if the receiver has blocked it, the receiver's chat with themselves.
 * @param substitute - the sender in place of the assistant
 */
export async function openNoticeChat(
  tx: Tx,
  receiver: Account,
  substitute: Account,
  now_s: number,
): Promise<NoticeChat> {
  const assistant = await findAccount(tx, ASSISTANT_ID);
  if (assistant) {
    const chat = await openPrivateChat(tx, receiver, assistant, now_s);
    if ((await findMember(tx, chat.id, assistant.id))?.status !== "kicked") return { chat, sender: assistant };
  }
  return { chat: await openPrivateChat(tx, receiver, receiver, now_s), sender: substitute };
}
