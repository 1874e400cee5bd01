/** Read and delivery receipts: how far an account has read a chat, or has received its messages. */
import { showsReadReceipts, type Chat } from "../../domain/chats.ts";
import { deleteMentionsUpTo } from "../../store/queries/members/mentions.ts";
import { moveReadPointer } from "../../store/queries/members/unread.ts";
import { moveDeliveredPointer } from "../../store/queries/messages/history.ts";
import type { Tx } from "../../store/db.ts";

/** Moves the read pointer of an account forward, and notifies those who are shown it. */
export async function markRead(tx: Tx, chat: Chat, account_id: number, read_up_to: number): Promise<void> {
  if (!(await moveReadPointer(tx, chat.id, account_id, read_up_to))) return;
  const body = JSON.stringify({ read_up_to });
  if (showsReadReceipts(chat)) tx.append({ stream: chat.id, kind: "read", ref: account_id, body });
  else tx.append({ stream: account_id, kind: "read", ref: chat.id, body });
  await deleteMentionsUpTo(tx, account_id, chat.id, read_up_to);
}

/** Moves the delivery pointer of an account in a private chat forward, and notifies the other person. */
export async function markDelivered(
  tx: Tx,
  chat_id: number,
  account_id: number,
  delivered_up_to: number,
): Promise<void> {
  if (!(await moveDeliveredPointer(tx, chat_id, account_id, delivered_up_to))) return;
  tx.append({ stream: chat_id, kind: "delivered", ref: account_id, body: JSON.stringify({ delivered_up_to }) });
}
