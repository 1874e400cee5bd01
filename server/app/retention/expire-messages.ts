/** Deletes messages past their period, in small transactions and one chat after the other. */
import { lockChat } from "../../store/queries/chats/chats.ts";
import { oldestMessages } from "../../store/queries/retention/expiry.ts";
import { heldAmong, heldPeople } from "../../store/queries/retention/holds.ts";
import { doMessagesExpire, findChatRetention, findServiceRetention } from "../../store/queries/retention/rules.ts";
import { findMeta, setMeta } from "../../store/queries/service/counters.ts";
import type { Db, Tx } from "../../store/db.ts";
import { removeMessages } from "../messages/remove-messages.ts";
import { dueAmong, type DueMessages } from "./due-chats.ts";
import { periodOf } from "../../domain/retention.ts";

/** Messages of one transaction, so that it stays short. */
const MESSAGES_PER_TRANSACTION = 50;
const CHATS_PER_PAGE = 200;
/** What one round does at most; the next one goes on with the chat after the last. */
const CHATS_PER_ROUND = 5000;
const TRANSACTIONS_PER_PAGE = 500;
const DAY_S = 86_400;
/** The key in `meta` of the last chat that was looked at. */
const CURSOR = "retention_chat";
/** Below every id of a chat. */
const FIRST = Number.MIN_SAFE_INTEGER;

/** A chat with more to delete, after the messages that stay. */
interface Turn extends DueMessages {
  readonly after: number;
}

/** @returns how many messages it has deleted */
export async function expireMessages(db: Db, now_s: number, signal: AbortSignal): Promise<number> {
  const start = await db.read(async (tx) =>
    (await doMessagesExpire(tx)) ? Number((await findMeta(tx, CURSOR)) ?? FIRST) : undefined,
  );
  if (start === undefined) return 0;
  let [deleted, after] = [0, start];
  for (let seen = 0; seen < CHATS_PER_ROUND && !signal.aborted; seen += CHATS_PER_PAGE) {
    const { due, last } = await db.read(async (tx) =>
      dueAmong(tx, await findServiceRetention(tx), after, CHATS_PER_PAGE, now_s),
    );
    deleted += await expireDue(db, due, now_s, signal);
    after = last ?? FIRST;
    if (last === undefined) break;
  }
  if (after !== start) await db.write((tx) => setMeta(tx, CURSOR, String(after)));
  return deleted;
}

/** The chats take turns, so that one with many old messages holds nobody up. */
async function expireDue(db: Db, due: readonly DueMessages[], now_s: number, signal: AbortSignal): Promise<number> {
  let turns: Turn[] = due.map((each) => ({ ...each, after: 0 }));
  let [deleted, transactions] = [0, 0];
  while (turns.length > 0 && transactions < TRANSACTIONS_PER_PAGE) {
    const next: Turn[] = [];
    for (const turn of turns) {
      if (signal.aborted) return deleted;
      const { count, after } = await db.write((tx) => expireSome(tx, turn, now_s));
      deleted += count;
      transactions += 1;
      if (after !== undefined) next.push({ ...turn, after });
    }
    turns = next;
  }
  return deleted;
}

/**
 * Deletes the next messages of a chat. The rules and holds are read again: they may have changed since the chat was found.
 * @returns how many, and after which message the next transaction goes on
 */
async function expireSome(
  tx: Tx,
  { chat_id, kind, after }: Turn,
  now_s: number,
): Promise<{ readonly count: number; readonly after: number | undefined }> {
  const chat = await lockChat(tx, chat_id);
  const days = periodOf(await findServiceRetention(tx), await findChatRetention(tx, chat_id), kind);
  if (!chat || days === undefined || (await heldAmong(tx, [chat_id])).size > 0) return { count: 0, after: undefined };
  const oldest = await oldestMessages(tx, kind, chat_id, after, MESSAGES_PER_TRANSACTION);
  const before_s = now_s - days * DAY_S;
  const young = oldest.findIndex(({ date }) => date >= before_s);
  const old = young === -1 ? oldest : oldest.slice(0, young);
  const held = await heldPeople(tx);
  const expired = old.filter(({ sender_id }) => !held.has(sender_id));
  await removeMessages(tx, chat, expired);
  return { count: expired.length, after: old.length < MESSAGES_PER_TRANSACTION ? undefined : old.at(-1)!.message_id };
}
