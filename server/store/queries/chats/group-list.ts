/** The list of all groups and channels for owners of the service, in pages. */
import type { ReadTx } from "../../db.ts";
import { fold, read } from "../../statement.ts";
import { anywhere } from "../accounts/directory.ts";

/** A group or a channel in the list. */
export interface ListedChat {
  readonly id: number;
  readonly type: "supergroup" | "channel";
  readonly title: string;
  readonly username: string | null;
  readonly member_count: number;
  readonly creator_id: number | null;
  readonly created_at: number;
  readonly last_message_date: number | null;
}

export interface ChatFilter {
  /** Part of a title or of a user name; "" for all. */
  readonly wanted: string;
  /** Only ids below this: later chats have lower ones. */
  readonly below: number;
  readonly limit: number;
}

const CHATS_BELOW = read<ListedChat>("message", "chat")`
  select c.id, c.type, c.title, c.username, c.member_count, c.creator_id, c.created_at,
    (select m.date from message m where m.chat_id = c.id order by m.message_id desc limit 1) as last_message_date
  from chat c
  where c.type <> 'private' and c.id < ? and ${fold("c.title || ' @' || coalesce(c.username, '')")} like ? escape '!'
  order by c.id desc limit ?`;

/** Groups and channels, the oldest first. */
export function chatsBelow(tx: ReadTx, { wanted, below, limit }: ChatFilter): Promise<ListedChat[]> {
  return tx.all(CHATS_BELOW, below, anywhere(wanted), limit);
}
