/** Reactions to messages, their counts, and the messages whose sender has not seen them. */
import type { ReactionChange } from "../../../domain/reactions.ts";
import { addedBy, removedBy } from "../../../domain/reactions.ts";
import type { Message, ReactionCount } from "../../../domain/messages.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { numbers, read, write } from "../../statement.ts";

type Place = Pick<Message, "chat_id" | "message_id">;

/** The counts of the column `message.reactions`. */
export function toCounts(json: string): ReactionCount[] {
  return (JSON.parse(json) as [emoji: string, count: number][]).map(([emoji, count]) => ({ emoji, count }));
}

const OWN_REACTIONS = read<{ emoji: string }>("reaction")`
  select emoji from reaction where chat_id = ? and message_id = ? and account_id = ?`;

/** The reactions of an account to a message, in no order. */
export async function reactionsBy(tx: ReadTx, { chat_id, message_id }: Place, account_id: number): Promise<string[]> {
  const rows = await tx.all(OWN_REACTIONS, chat_id, message_id, account_id);
  return rows.map(({ emoji }) => emoji);
}

const OWN_REACTIONS_TO = read<{ message_id: number; emoji: string }>("reaction")`
  select message_id, emoji from reaction where chat_id = ? and message_id in ${numbers} and account_id = ?`;

/** The reactions of an account to some messages of a chat, by message. */
export async function reactionsTo(
  tx: ReadTx,
  chat_id: number,
  message_ids: readonly number[],
  account_id: number,
): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>();
  for (const { message_id, emoji } of await tx.all(
    OWN_REACTIONS_TO,
    chat_id,
    JSON.stringify(message_ids),
    account_id,
  )) {
    const of = found.get(message_id);
    if (of) of.push(emoji);
    else found.set(message_id, [emoji]);
  }
  return found;
}

const INSERT_REACTION = write("reaction")`
  insert into reaction (chat_id, message_id, account_id, emoji, sender_chat_id, at) values (?, ?, ?, ?, ?, ?)`;
const DELETE_REACTION = write("reaction")`
  delete from reaction where chat_id = ? and message_id = ? and account_id = ? and emoji = ?`;
const SET_COUNTS = write("message")`update message set reactions = ? where chat_id = ? and message_id = ?`;

/** Who reacts, and since when. */
export interface Reactor {
  readonly account_id: number;
  readonly sender_chat_id: number | null;
  readonly at: number;
}

/** Saves a change of the reactions of one account, and the counts after it. */
export async function saveReactions(
  tx: Tx,
  { chat_id, message_id }: Place,
  { account_id, sender_chat_id, at }: Reactor,
  change: ReactionChange,
  counts: readonly ReactionCount[],
): Promise<void> {
  for (const emoji of removedBy(change)) await tx.run(DELETE_REACTION, chat_id, message_id, account_id, emoji);
  for (const emoji of addedBy(change))
    await tx.run(INSERT_REACTION, chat_id, message_id, account_id, emoji, sender_chat_id, at);
  const json = counts.length === 0 ? null : JSON.stringify(counts.map(({ emoji, count }) => [emoji, count]));
  await tx.run(SET_COUNTS, json, chat_id, message_id);
}

/** A reaction of somebody. */
export interface ReactionRow extends Reactor {
  readonly emoji: string;
}

const REACTIONS = read<ReactionRow>("reaction")`
  select account_id, emoji, sender_chat_id, at from reaction where chat_id = ? and message_id = ?
  order by at desc, account_id desc, emoji limit ? offset ?`;
const REACTIONS_OF_KIND = read<ReactionRow>("reaction")`
  select account_id, emoji, sender_chat_id, at from reaction where chat_id = ? and message_id = ? and emoji = ?
  order by at desc, account_id desc limit ? offset ?`;

/** The reactions to a message, or those with one emoji, the newest first: at most `limit` after the first `offset`. */
export function listReactionRows(
  tx: ReadTx,
  { chat_id, message_id }: Place,
  emoji: string | undefined,
  limit: number,
  offset: number,
): Promise<ReactionRow[]> {
  return emoji === undefined
    ? tx.all(REACTIONS, chat_id, message_id, limit, offset)
    : tx.all(REACTIONS_OF_KIND, chat_id, message_id, emoji, limit, offset);
}

const FIRST_OF_ALBUM = read<{ message_id: number }>("message")`
  select message_id from message
  where chat_id = ? and message_id > ? and message_id <= ? and media_group_id = ? order by message_id limit 1`;
/** The most messages of an album, whose ids follow one another. */
const ALBUM_MESSAGES = 10;

/** The first message of the album that a message belongs to. */
export async function firstOfAlbum(tx: ReadTx, { chat_id, message_id }: Place, album_id: string): Promise<number> {
  const row = await tx.get(FIRST_OF_ALBUM, chat_id, message_id - ALBUM_MESSAGES, message_id, album_id);
  return row?.message_id ?? message_id;
}

const DELETE_REACTIONS = write("reaction")`delete from reaction where chat_id = ? and message_id = ?`;

/** Deletes the reactions to a deleted message. */
export async function deleteReactions(tx: Tx, { chat_id, message_id }: Place): Promise<void> {
  await tx.run(DELETE_REACTIONS, chat_id, message_id);
}

const NOTICES_WANTED = read<{ reaction_notices: number }>("person")`
  select reaction_notices from person where account_id = ?`;

/** Whether an account is a person who is told of reactions to their messages. */
export async function wantsReactionNotices(tx: ReadTx, account_id: number): Promise<boolean> {
  const row = await tx.get(NOTICES_WANTED, account_id);
  return row?.reaction_notices === 1;
}

const SET_NOTICES = write("person")`update person set reaction_notices = ? where account_id = ?`;

export async function setReactionNotices(tx: Tx, account_id: number, are_wanted: boolean): Promise<void> {
  await tx.run(SET_NOTICES, are_wanted ? 1 : 0, account_id);
}

const INSERT_UNSEEN = write<{ message_id: number }>("unseen_reaction")`
  insert into unseen_reaction (account_id, chat_id, message_id) values (?, ?, ?)
  on conflict (account_id, chat_id, message_id) do nothing returning message_id`;

/** Notes that the sender of a message has not seen its reactions. @returns false if that was noted before */
export async function addUnseen(tx: Tx, account_id: number, { chat_id, message_id }: Place): Promise<boolean> {
  return (await tx.get(INSERT_UNSEEN, account_id, chat_id, message_id)) !== undefined;
}

const DELETE_UNSEEN_IN = write<{ account_id: number }>("unseen_reaction")`
  delete from unseen_reaction where chat_id = ? and message_id = ? returning account_id`;

/** Deletes what is noted of a message. @returns the account of which it was noted */
export async function deleteUnseenIn(tx: Tx, { chat_id, message_id }: Place): Promise<number | undefined> {
  return (await tx.get(DELETE_UNSEEN_IN, chat_id, message_id))?.account_id;
}

const DELETE_UNSEEN_OF = write<{ message_id: number }>("unseen_reaction")`
  delete from unseen_reaction where account_id = ? and chat_id = ? returning message_id`;

/** Deletes what is noted of an account in a chat. @returns whether there was anything */
export async function deleteUnseenOf(tx: Tx, account_id: number, chat_id: number): Promise<boolean> {
  return (await tx.all(DELETE_UNSEEN_OF, account_id, chat_id)).length > 0;
}

const DELETE_SOME_UNSEEN = write<{ message_id: number }>("unseen_reaction")`
  delete from unseen_reaction where account_id = ? and chat_id = ? and message_id in ${numbers} returning message_id`;

/** Deletes what is noted of an account at these messages of a chat. @returns whether there was anything */
export async function deleteSomeUnseen(
  tx: Tx,
  account_id: number,
  chat_id: number,
  message_ids: readonly number[],
): Promise<boolean> {
  return (await tx.all(DELETE_SOME_UNSEEN, account_id, chat_id, JSON.stringify(message_ids))).length > 0;
}

const COUNT_UNSEEN = read<{ n: number }>("unseen_reaction")`
  select count(*) as n from unseen_reaction where account_id = ? and chat_id = ?`;

/** How many messages of an account in a chat have reactions that it has not seen. */
export async function countUnseen(tx: ReadTx, account_id: number, chat_id: number): Promise<number> {
  return (await tx.get(COUNT_UNSEEN, account_id, chat_id))!.n;
}

const LIST_UNSEEN = read<{ message_id: number }>("unseen_reaction")`
  select message_id from unseen_reaction where account_id = ? and chat_id = ? and message_id > ?
  order by message_id limit ?`;

/** The ids of these messages, the oldest first. */
export async function listUnseen(
  tx: ReadTx,
  account_id: number,
  chat_id: number,
  after: number,
  limit: number,
): Promise<number[]> {
  return (await tx.all(LIST_UNSEEN, account_id, chat_id, after, limit)).map(({ message_id }) => message_id);
}
