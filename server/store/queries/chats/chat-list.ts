/** A person's chat list: its chats, their order, and the data of a page of its rows. */
import type { ChatSettings } from "../../../domain/chat-settings.ts";
import type { Member } from "../../../domain/members/member.ts";
import { SETTINGS, toSettings, type SettingsRow } from "./chat-settings.ts";
import type { Chat } from "../../../domain/chats.ts";
import { CHAT, SHOWN_ID, toChat, type ChatRow } from "./chats.ts";
import type { ReadTx } from "../../db.ts";
import { fold, numbers, read } from "../../statement.ts";
import { anywhere } from "../accounts/directory.ts";
import { MEMBER, toMember, type MemberRow } from "../members/members.ts";
import { UNREAD, unreadAfter, unreadIn, type UnreadRow } from "../members/unread.ts";

/** A chat of a person's list, with what decides its place in the order. */
export interface ListedChat {
  readonly chat_id: number;
  /** The id that the person sees for the chat. */
  readonly shown_id: number;
  readonly last_seq: number;
  /** The date of its newest message, including deleted ones. */
  readonly message_at: number;
  /** Among the pinned chats, 1 is the lowest; 0 is not pinned. */
  readonly pin_rank: number;
}

const LISTED = `m.chat_id, ${SHOWN_ID} as shown_id, s.last_seq, s.message_at, coalesce(n.pin_rank, 0) as pin_rank`;

const LISTED_CHATS = read<ListedChat>("member", "stream", "chat", "chat_setting")`
  select ${LISTED}
  from member m join stream s on s.id = m.chat_id join chat c on c.id = m.chat_id
    left join chat_setting n on n.account_id = m.account_id and n.chat_id = m.chat_id
  where m.account_id = ? and m.is_member = 1 and m.chat_id > ? order by m.chat_id limit ?`;

/** The chats of a person by id, at most `limit` above `after`. Empty private chats are included. */
export function listedChats(tx: ReadTx, account_id: number, after: number, limit: number): Promise<ListedChat[]> {
  return tx.all(LISTED_CHATS, account_id, after, limit);
}

const OWN_CHATS_BELOW = read<ChatRow>("member", "chat")`
  select ${CHAT} from chat
  where id in (select m.chat_id from member m where m.account_id = ? and m.is_member = 1 and m.chat_id < ?)
    and type = ? and ${fold("title || ' @' || coalesce(username, '')")} like ? escape '!'
  order by id desc limit ?`;

/** The groups or the channels that a person is in, the oldest first: later ones have lower ids. */
export async function ownChatsBelow(
  tx: ReadTx,
  account_id: number,
  {
    type,
    wanted,
    below,
    limit,
  }: {
    readonly type: "supergroup" | "channel";
    readonly wanted: string;
    readonly below: number;
    readonly limit: number;
  },
): Promise<Chat[]> {
  const rows = await tx.all(OWN_CHATS_BELOW, account_id, below, type, anywhere(wanted), limit);
  return rows.map(toChat);
}

const LISTED_CHATS_OF = read<ListedChat>("chat", "private_chat", "member", "stream", "chat_setting")`
  select ${LISTED}
  from (
    select id from chat where id in ${numbers} and low_id is null
    union select chat_id from private_chat where low_id = ? and high_id in ${numbers}
    union select chat_id from private_chat where low_id in ${numbers} and high_id = ?
  ) as found join chat c on c.id = found.id join member m on m.chat_id = c.id join stream s on s.id = c.id
    left join chat_setting n on n.account_id = m.account_id and n.chat_id = m.chat_id
  where m.account_id = ? and m.is_member = 1`;

/** The same for the chats with these shown ids. */
export function listedChatsOf(tx: ReadTx, account_id: number, shown_ids: readonly number[]): Promise<ListedChat[]> {
  const ids = JSON.stringify(shown_ids);
  return tx.all(LISTED_CHATS_OF, ids, account_id, ids, ids, account_id, account_id);
}

/** A person's membership in one chat, with the personal data that their list shows. */
export interface ListedMembership {
  readonly chat_id: number;
  /** The sequence number of the chat's newest event. */
  readonly last_seq: number;
  readonly member: Member;
  /** The message up to which they have read; messages before they joined count as read. */
  readonly read_up_to: number;
  /** The newest message that a device of theirs has received. */
  readonly delivered_up_to: number;
  /** The message up to which any other member has read. */
  readonly others_read_up_to: number;
  readonly unread_count: number;
  readonly unread_mentions: number;
  /** Own messages with reactions that the person has not seen. */
  readonly unread_reactions: number;
  readonly settings: ChatSettings;
}

interface MembershipRow extends UnreadRow, MemberRow, SettingsRow {
  readonly chat_id: number;
  readonly delivered_up_to: number;
  readonly last_seq: number;
  readonly last_message_id: number;
  readonly unread_mentions: number;
  readonly unread_reactions: number;
  readonly others_read_up_to: number | null;
}

const MEMBERSHIPS_IN = read<MembershipRow>(
  "deleted_messages",
  "message",
  "mention",
  "unseen_reaction",
  "member",
  "stream",
  "chat_setting",
)`
  select m.chat_id, ${prefixed("m", MEMBER)}, ${UNREAD}, m.delivered_up_to, s.last_seq, s.last_message_id,
    ${prefixed("n", SETTINGS)},
    (select count(*) from mention a where a.account_id = m.account_id and a.chat_id = m.chat_id) as unread_mentions,
    (select count(*) from unseen_reaction u where u.account_id = m.account_id and u.chat_id = m.chat_id)
      as unread_reactions,
    (select o.read_up_to from member o where o.chat_id = m.chat_id and o.account_id <> m.account_id
      order by o.read_up_to desc limit 1) as others_read_up_to
  from member m join stream s on s.id = m.chat_id
    left join chat_setting n on n.account_id = m.account_id and n.chat_id = m.chat_id
  where m.account_id = ? and m.chat_id in ${numbers}`;

/** A person's memberships in these chats; chats they were never in are left out. */
export async function membershipsIn(
  tx: ReadTx,
  account_id: number,
  chat_ids: readonly number[],
): Promise<ListedMembership[]> {
  const rows = await tx.all(MEMBERSHIPS_IN, account_id, JSON.stringify(chat_ids));
  return rows.map((row) => ({
    chat_id: row.chat_id,
    last_seq: row.last_seq,
    member: toMember(row),
    read_up_to: unreadAfter(row),
    delivered_up_to: row.delivered_up_to,
    others_read_up_to: row.others_read_up_to ?? 0,
    unread_count: unreadIn(row, row.last_message_id),
    unread_mentions: row.unread_mentions,
    unread_reactions: row.unread_reactions,
    settings: toSettings(row),
  }));
}

function prefixed(table: string, columns: string): string {
  return columns
    .split(", ")
    .map((column) => `${table}.${column}`)
    .join(", ");
}

/** The other member of a private chat, and their pointers. */
export interface OtherParty {
  readonly member: Member;
  readonly delivered_up_to: number;
  /** Whether it is a bot whose private chats have topics. */
  readonly has_topics: boolean;
}

const OTHER_PARTIES = read<MemberRow & { chat_id: number; delivered_up_to: number; topics: string | null }>(
  "member",
  "bot",
)`
  select chat_id, delivered_up_to, ${MEMBER},
    case when is_bot = 1 then (select b.topics from bot b where b.account_id = member.account_id) end as topics
  from member where chat_id in ${numbers} and account_id <> ?`;

/** By private chat, the member that is not this account. */
export async function otherParties(
  tx: ReadTx,
  account_id: number,
  chat_ids: readonly number[],
): Promise<Map<number, OtherParty>> {
  const rows = await tx.all(OTHER_PARTIES, JSON.stringify(chat_ids), account_id);
  return new Map(
    rows.map((row) => {
      const has_topics = row.topics !== null && row.topics !== "off";
      return [row.chat_id, { member: toMember(row), delivered_up_to: row.delivered_up_to, has_topics }];
    }),
  );
}
