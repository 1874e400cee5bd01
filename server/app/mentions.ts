/** Notes whom a message mentions or answers, so that their lists can point them to it. */
import type { Chat } from "../domain/chats.ts";
import { mentionedIn } from "../domain/mentions.ts";
import type { Message } from "../domain/messages.ts";
import { findAccount, findUsername } from "../store/accounts.ts";
import type { Awaitable, Tx } from "../store/db.ts";
import { findMember } from "../store/members.ts";
import { addMention, deleteMentionsIn } from "../store/mentions.ts";

const NOBODY: readonly number[] = [];

/**
 * `answered` is the account whose message a new one answers. It costs nothing where nobody is mentioned, and
 * never more than the mentioned. @returns the people who are pointed to it
 */
export function noteMentions(
  tx: Tx,
  chat: Chat,
  message: Message,
  answered: number | undefined,
): Awaitable<readonly number[]> {
  const { names, accounts } = mentionedIn(chat.type, message);
  if (names.length + accounts.length === 0 && answered === undefined) return NOBODY;
  const ids = new Set(accounts);
  if (answered !== undefined && chat.type === "supergroup") ids.add(answered);
  ids.delete(message.sender_id);
  return names.length + ids.size === 0 ? NOBODY : note(tx, chat, message, names, ids);
}

async function note(
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

/** Forgets a deleted message. @returns the people who were pointed to it and had not read it */
export function forgetMentions(tx: Tx, chat: Chat, message: Message): Awaitable<readonly number[]> {
  const points = message.reply_to !== null || message.content.entities !== undefined;
  return points && chat.type !== "private" ? deleteMentionsIn(tx, chat.id, message.message_id) : NOBODY;
}

/** The body of an event of a chat that changes what certain people have to be pointed to. */
export function mentioning(people: readonly number[]): string {
  return people.length > 0 ? JSON.stringify({ mentions: people }) : "";
}
