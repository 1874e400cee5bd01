/** From which message on a bot may use the messages of a group or channel (behaviour.md §4). */
import type { BotAccess } from "../../../domain/members/privacy.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { write } from "../../statement.ts";
import type { MaybePromise } from "../../maybe-promise.ts";
import { Lookup } from "../../lookup.ts";
import { lockBot } from "../accounts/accounts.ts";
import { lastMessageId } from "../streams/streams.ts";

const ACCESS = new Lookup<BotAccess>({
  select: "joined_after, reads_all_after",
  from: "bot_access where chat_id = ? and bot_id = ?",
  tables: ["bot_access"],
  decode: ([row]: readonly BotAccess[]) => row,
});

/** `undefined` for a bot that is not in the chat. Private chats have no such record: nothing is kept from a bot there. */
export function findBotAccess(tx: ReadTx, chat_id: number, bot_id: number): MaybePromise<BotAccess | undefined> {
  return tx.lookUp(ACCESS, chat_id, bot_id);
}

const DELETE_BOT_ACCESS = write("bot_access")`delete from bot_access where chat_id = ? and bot_id = ?`;
const SAVE_BOT_ACCESS = write("bot_access")`
  insert into bot_access (chat_id, bot_id, joined_after, reads_all_after) values (?, ?, ?, ?)
  on conflict (chat_id, bot_id) do update set reads_all_after = excluded.reads_all_after`;

/** Updates a bot's record when its membership changes. A bot that joins begins after the newest message. */
export async function followBotAccess(
  tx: Tx,
  chat_id: number,
  bot_id: number,
  is_member: boolean,
  is_administrator: boolean,
): Promise<void> {
  if (!is_member) {
    await tx.run(DELETE_BOT_ACCESS, chat_id, bot_id);
    return;
  }
  // Locked, because a change of the privacy mode updates the records that it finds.
  const bot = await lockBot(tx, bot_id);
  const before = await findBotAccess(tx, chat_id, bot_id);
  const reads_all = is_administrator || bot?.privacy === false;
  const newest = await lastMessageId(tx, chat_id);
  await tx.run(SAVE_BOT_ACCESS, chat_id, bot_id, newest, reads_all ? (before?.reads_all_after ?? newest) : null);
}

const BEGIN_READING_ALL = write("bot_access", { reads: ["stream"] })`
  update bot_access set reads_all_after = (select last_message_id from stream where id = bot_access.chat_id)
  where bot_id = ? and reads_all_after is null`;

/** Privacy mode was switched off: the bot gets every message from now on. */
export async function beginReadingAll(tx: Tx, bot_id: number): Promise<void> {
  await tx.run(BEGIN_READING_ALL, bot_id);
}

const END_READING_ALL = write("bot_access", { reads: ["member"] })`
  update bot_access set reads_all_after = null where bot_id = ? and not exists (
    select 1 from member m where m.chat_id = bot_access.chat_id and m.account_id = bot_access.bot_id
    and m.status in ('creator', 'administrator')
  )`;

/** Privacy mode was switched on: the bot gets every message only where it is an administrator. */
export async function endReadingAll(tx: Tx, bot_id: number): Promise<void> {
  await tx.run(END_READING_ALL, bot_id);
}

const END_BOT_ACCESS = write("bot_access")`delete from bot_access where bot_id = ?`;

/** Removes the records of a bot that has left all its chats. */
export async function endBotAccess(tx: Tx, bot_id: number): Promise<void> {
  await tx.run(END_BOT_ACCESS, bot_id);
}
