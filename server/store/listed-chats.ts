/** The chats of a person's list in the store: which they are, in what order, and what the rows of a page are made of. */
import type { ChatSettings } from "../domain/chat-settings.ts";
import type { Chat } from "../domain/chats.ts";
import type { Member } from "../domain/members/member.ts";
import { SETTINGS, toSettings, type SettingsRow } from "./chat-settings.ts";
import { SHOWN_ID } from "./chats.ts";
import type { ReadTx, Words } from "./db.ts";
import { MEMBER, toMember, type MemberRow } from "./members.ts";
import { UNREAD, unreadAfter, unreadIn, type UnreadRow } from "./unread.ts";

/** A chat of a person's list, and how far it has come. */
export interface ListedChat {
  readonly chat_id: number;
  /** The id by which the person knows the chat. */
  readonly shown_id: number;
  readonly head: number;
  /** The date of its newest message, one that was deleted since among them. */
  readonly message_at: number;
  /** Among the chats pinned in the list, 1 is the lowest; 0 is none of them. */
  readonly pin_rank: number;
}

const LISTED = `m.chat_id, ${SHOWN_ID} as shown_id, s.head, s.message_at, coalesce(n.pin_rank, 0) as pin_rank`;

/** The chats a person is in, by id: at most `limit` of those above `after`. Private chats they ever had are among them. */
export function listedChats(tx: ReadTx, account_id: number, after: number, limit: number): Promise<ListedChat[]> {
  return tx.all<ListedChat>(
    `select ${LISTED}
     from member m join stream s on s.id = m.chat_id join chat c on c.id = m.chat_id
       left join chat_setting n on n.account_id = m.account_id and n.chat_id = m.chat_id
     where m.account_id = ? and m.is_member = 1 and m.chat_id > ? order by m.chat_id limit ?`,
    account_id,
    after,
    limit,
  );
}

/** The same of those chats alone that the person knows by these ids. */
export function listedChatsOf(
  tx: ReadTx,
  words: Words,
  account_id: number,
  shown_ids: readonly number[],
): Promise<ListedChat[]> {
  const ids = JSON.stringify(shown_ids);
  return tx.all<ListedChat>(
    `select ${LISTED}
     from (
       select id, low_id, high_id from chat where id in ${words.numbers} and low_id is null
       union select id, low_id, high_id from chat where low_id = ? and high_id in ${words.numbers}
       union select id, low_id, high_id from chat where low_id in ${words.numbers} and high_id = ?
     ) as c join member m on m.chat_id = c.id join stream s on s.id = c.id
       left join chat_setting n on n.account_id = m.account_id and n.chat_id = m.chat_id
     where m.account_id = ? and m.is_member = 1`,
    ids,
    account_id,
    ids,
    ids,
    account_id,
    account_id,
  );
}

/** A person's place in one chat, and everything of their own that their list shows of it. */
export interface ListSeat {
  readonly chat_id: number;
  /** The newest event of the chat. */
  readonly head: number;
  readonly member: Member;
  /** What they have read; all that was said before they joined counts as read. */
  readonly read_up_to: number;
  /** The newest message that a device of theirs is known to have; what they have read is not told again. */
  readonly delivered_up_to: number;
  /** How far anybody else has read. */
  readonly others_read_up_to: number;
  readonly unread_count: number;
  readonly unread_mentions: number;
  readonly settings: ChatSettings;
  /** The row of the newest message; `null` in an empty chat. */
  readonly last_row: number | null;
}

interface SeatRow extends UnreadRow, MemberRow, SettingsRow {
  readonly chat_id: number;
  readonly delivered_up_to: number;
  readonly head: number;
  readonly message_head: number;
  readonly unread_mentions: number;
  readonly others_read_up_to: number | null;
  readonly last_row: number | null;
}

/** A person's seats in these chats, without those where they never had any. */
export async function seatsIn(
  tx: ReadTx,
  words: Words,
  account_id: number,
  chat_ids: readonly number[],
): Promise<ListSeat[]> {
  const rows = await tx.all<SeatRow>(
    `select m.chat_id, ${prefixed("m", MEMBER)}, ${UNREAD}, m.delivered_up_to, s.head, s.message_head,
       ${prefixed("n", SETTINGS)},
       (select count(*) from mention a where a.account_id = m.account_id and a.chat_id = m.chat_id) as unread_mentions,
       (select o.read_up_to from member o where o.chat_id = m.chat_id and o.account_id <> m.account_id
         order by o.read_up_to desc limit 1) as others_read_up_to,
       (select e.row_id from message e where e.chat_id = m.chat_id order by e.message_id desc limit 1) as last_row
     from member m join stream s on s.id = m.chat_id
       left join chat_setting n on n.account_id = m.account_id and n.chat_id = m.chat_id
     where m.account_id = ? and m.chat_id in ${words.numbers}`,
    account_id,
    JSON.stringify(chat_ids),
  );
  return rows.map((row) => ({
    chat_id: row.chat_id,
    head: row.head,
    member: toMember(row),
    read_up_to: unreadAfter(row),
    delivered_up_to: row.delivered_up_to,
    others_read_up_to: row.others_read_up_to ?? 0,
    unread_count: unreadIn(row, row.message_head),
    unread_mentions: row.unread_mentions,
    settings: toSettings(row),
    last_row: row.last_row,
  }));
}

function prefixed(table: string, columns: string): string {
  return columns
    .split(", ")
    .map((column) => `${table}.${column}`)
    .join(", ");
}

/** The other one of a private chat, and how far they have come. */
export interface OtherParty {
  readonly member: Member;
  readonly delivered_up_to: number;
}

/** By private chat, the member that is not this account. */
export async function otherParties(
  tx: ReadTx,
  words: Words,
  account_id: number,
  chats: readonly Chat[],
): Promise<Map<number, OtherParty>> {
  const rows = await tx.all<MemberRow & { chat_id: number; delivered_up_to: number }>(
    `select chat_id, delivered_up_to, ${MEMBER} from member where chat_id in ${words.numbers} and account_id <> ?`,
    JSON.stringify(chats.map(({ id }) => id)),
    account_id,
  );
  return new Map(rows.map((row) => [row.chat_id, { member: toMember(row), delivered_up_to: row.delivered_up_to }]));
}
