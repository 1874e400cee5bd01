/** Reacts to messages (behaviour.md §4, reactions). */
import { chatIdFor, sendsAsChat, type Chat } from "../../domain/chats.ts";
import type { Message, ReactionCount } from "../../domain/messages.ts";
import {
  addedBy,
  countsAfter,
  inListOrder,
  reactionRefusal,
  type ReactionChange,
  type ReactionRefusal,
} from "../../domain/reactions.ts";
import type { Tx } from "../../store/db.ts";
import { findMember } from "../../store/queries/members/members.ts";
import {
  addUnseen,
  deleteReactions,
  deleteUnseenIn,
  deleteSomeUnseen,
  deleteUnseenOf,
  reactionsBy,
  saveReactions,
  wantsReactionNotices,
} from "../../store/queries/messages/reactions.ts";
import type { AppContext } from "../app-context.ts";
import { deliverReaction } from "./deliver-reaction.ts";
import type { Sender } from "./post.ts";

/**
 * Sets the reactions of a member to a message, in place of the earlier ones. The caller has checked that the member may
 * react in the chat. @returns why it is refused, or `null`
 */
export async function react(
  tx: Tx,
  app: AppContext,
  chat: Chat,
  by: Sender,
  message: Message,
  reactions: readonly string[],
  now_s: number,
): Promise<ReactionRefusal | null> {
  const { account } = by;
  const before = message.reactions ? inListOrder(await reactionsBy(tx, message, account.id)) : [];
  const change: ReactionChange = { before, after: inListOrder(reactions) };
  const refusal = reactionRefusal(chat, message, account, change);
  if (refusal || change.before.join() === change.after.join()) return refusal;
  const counts = countsAfter(message.reactions ?? [], change);
  const sender_chat_id = sendsAsChat(chat, by.member) ? chat.id : null;
  await saveReactions(tx, message, { account_id: account.id, sender_chat_id, at: now_s }, change, counts);
  tx.append({ stream: chat.id, kind: "reactions", ref: message.message_id, body: "" });
  if (!account.is_bot) appendOwnReactions(tx, chat, account.id, message, change.after);
  await noticeSender(tx, chat, by, message, change, counts);
  await deliverReaction(tx, app, chat, by, { message, change, counts, date: now_s });
  return null;
}

/** Notifies the other devices of a person. */
function appendOwnReactions(
  tx: Tx,
  chat: Chat,
  account_id: number,
  { message_id }: Message,
  chosen_reactions: readonly string[],
): void {
  const body = JSON.stringify({ chat_id: chatIdFor(chat, account_id), message_id, chosen_reactions });
  tx.append({ stream: account_id, kind: "own_reactions", ref: chat.id, body });
}

/**
 * Notifies the sender of the message of the first reaction that they have not seen, or that there is none any more. Posts
 * on behalf of a chat have no such sender.
 */
async function noticeSender(
  tx: Tx,
  chat: Chat,
  by: Sender,
  message: Message,
  change: ReactionChange,
  counts: readonly ReactionCount[],
): Promise<void> {
  if (counts.length === 0) return forgetUnseen(tx, chat, message);
  const { sender_id } = message;
  const [emoji] = addedBy(change);
  if (emoji === undefined || sender_id === by.account.id || message.sender_chat_id !== null) return;
  if (!(await wantsReactionNotices(tx, sender_id))) return;
  if (!(await findMember(tx, chat.id, sender_id))?.is_member) return;
  if (!(await addUnseen(tx, sender_id, message))) return;
  const isAnonymous = sendsAsChat(chat, by.member);
  const body = { message_id: message.message_id, emoji, ...(isAnonymous ? {} : { account_id: by.account.id }) };
  tx.append({ stream: sender_id, kind: "unread_reactions", ref: chat.id, body: JSON.stringify(body) });
}

async function forgetUnseen(tx: Tx, chat: Chat, message: Message): Promise<void> {
  const account_id = await deleteUnseenIn(tx, message);
  if (account_id !== undefined) appendReactionsSeen(tx, chat, account_id);
}

/** Notifies the devices of a person that their count of unseen reactions in a chat has changed. */
export function appendReactionsSeen(tx: Tx, chat: Chat, account_id: number): void {
  tx.append({ stream: account_id, kind: "unread_reactions", ref: chat.id, body: "" });
}

/**
 * Notes that a person has seen the reactions to their messages in a chat.
 * @param message_ids - only to these messages; without it, to all
 */
export async function markReactionsRead(
  tx: Tx,
  chat: Chat,
  account_id: number,
  message_ids?: readonly number[],
): Promise<void> {
  const wasUnseen = message_ids
    ? await deleteSomeUnseen(tx, account_id, chat.id, message_ids)
    : await deleteUnseenOf(tx, account_id, chat.id);
  if (wasUnseen) appendReactionsSeen(tx, chat, account_id);
}

/** Deletes the reactions to a deleted message, which costs nothing where it has none. */
export async function removeReactions(tx: Tx, chat: Chat, message: Message): Promise<void> {
  if (!message.reactions) return;
  await deleteReactions(tx, message);
  await forgetUnseen(tx, chat, message);
}
