/** The chats of a person that pushes are about: those with something recent, those with something unread, and new reactions. */
import type { ReadTx } from "../../db.ts";
import { read } from "../../statement.ts";

const RECENT = read<{ chat_id: number }>("member", "stream")`
  select m.chat_id from member m join stream s on s.id = m.chat_id
  where m.account_id = ? and m.is_member = 1 and s.message_at > ? and s.last_message_id > m.read_up_to
  order by s.message_at desc, m.chat_id limit ?`;

/** Chats of a person with messages after their read pointer, the newest of which is after a time in seconds; the newest first. */
export async function recentUnreadChats(
  tx: ReadTx,
  account_id: number,
  after_s: number,
  limit: number,
): Promise<number[]> {
  return (await tx.all(RECENT, account_id, after_s, limit)).map(({ chat_id }) => chat_id);
}

const REACTED = read<{ chat_id: number }>("unseen_reaction", "reaction")`
  select distinct u.chat_id from unseen_reaction u
  join reaction r on r.chat_id = u.chat_id and r.message_id = u.message_id
  where u.account_id = ? and r.at > ? order by u.chat_id limit ?`;

/** Chats of a person with reactions to their messages that they have not seen, of which one is after a time in seconds. */
export async function recentlyReactedChats(
  tx: ReadTx,
  account_id: number,
  after_s: number,
  limit: number,
): Promise<number[]> {
  return (await tx.all(REACTED, account_id, after_s, limit)).map(({ chat_id }) => chat_id);
}

/** A reaction to a message of a person that they have not seen. */
export interface UnseenReaction {
  readonly message_id: number;
  readonly account_id: number;
  readonly sender_chat_id: number | null;
  readonly emoji: string;
  readonly at: number;
}

const NEWEST_UNSEEN = read<UnseenReaction>("unseen_reaction", "reaction")`
  select r.message_id, r.account_id, r.sender_chat_id, r.emoji, r.at
  from unseen_reaction u join reaction r on r.chat_id = u.chat_id and r.message_id = u.message_id
  where u.account_id = ? and u.chat_id = ? and r.account_id <> u.account_id
  order by r.at desc, r.message_id desc, r.account_id limit 1`;

export function newestUnseenReaction(
  tx: ReadTx,
  account_id: number,
  chat_id: number,
): Promise<UnseenReaction | undefined> {
  return tx.get(NEWEST_UNSEEN, account_id, chat_id);
}
