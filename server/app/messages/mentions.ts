/** Mentions: the people whom a message mentions or replies to, stored until they have read it. */
import type { Chat } from "../../domain/chats.ts";
import { mentionedIn } from "../../domain/mentions.ts";
import type { Message } from "../../domain/messages.ts";
import { findAccount, findUsername } from "../../store/queries/accounts/accounts.ts";
import type { Tx } from "../../store/db.ts";
import type { MaybePromise } from "../../store/maybe-promise.ts";
import { findMember } from "../../store/queries/members/members.ts";
import { addMention, deleteMentionsIn } from "../../store/queries/members/mentions.ts";

const NOBODY: readonly number[] = [];

/**
 * Stores the mentions of a new message. `answered` is the sender of the message it replies to. The cost depends only on the
 * number of mentions. @returns the people mentioned
 */
export function recordMentions(
  tx: Tx,
  chat: Chat,
  message: Message,
  answered: number | undefined,
): MaybePromise<readonly number[]> {
  const { names, accounts } = mentionedIn(chat.type, message);
  if (names.length + accounts.length === 0 && answered === undefined) return NOBODY;
  const ids = new Set(accounts);
  if (answered !== undefined && chat.type === "supergroup") ids.add(answered);
  ids.delete(message.sender_id);
  return names.length + ids.size === 0 ? NOBODY : insertMentions(tx, chat, message, names, ids);
}

async function insertMentions(
  tx: Tx,
  chat: Chat,
  message: Message,
  names: readonly string[],
  ids: ReadonlySet<number>,
): Promise<readonly number[]> {
  const found = new Set(ids);
  for (const name of names) {
    const id = await findUsername(tx, name);
    if (id !== undefined && id !== message.sender_id) found.add(id);
  }
  const noted: number[] = [];
  for (const id of found) {
    if (!(await isPersonIn(tx, chat, id))) continue;
    await addMention(tx, id, chat.id, message.message_id);
    noted.push(id);
  }
  return noted;
}

async function isPersonIn(tx: Tx, chat: Chat, id: number): Promise<boolean> {
  const account = await findAccount(tx, id);
  if (!account || account.is_bot) return false;
  return (await findMember(tx, chat.id, id))?.is_member === true;
}

/** Deletes the mentions of a deleted message. @returns the people who had not read it */
export async function deleteMentions(tx: Tx, chat: Chat, message: Message): Promise<readonly number[]> {
  const { entities, external_reply } = message.content;
  const points = message.reply_to !== null || entities !== undefined || external_reply !== undefined;
  return points && chat.type !== "private" ? deleteMentionsIn(tx, chat.id, message.message_id) : NOBODY;
}

/** The body of a chat event that changes the mentions of some people. */
export function mentionsBody(people: readonly number[]): string {
  return people.length > 0 ? JSON.stringify({ mentions: people }) : "";
}
