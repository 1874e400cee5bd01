/** What a person's archive has besides messages: settings of chats and topics with drafts, and reactions. */
import type { ReadTx } from "../../db.ts";
import { read } from "../../statement.ts";

/** A row of the settings of a chat. The draft is JSON. */
export interface OwnSettings {
  readonly chat_id: number;
  readonly muted_until: number;
  readonly is_archived: number;
  readonly is_marked_unread: number;
  readonly draft: string | null;
  readonly pin_rank: number;
}

const OWN_SETTINGS = read<OwnSettings>("chat_setting")`
  select chat_id, muted_until, is_archived, is_marked_unread, draft, pin_rank from chat_setting where account_id = ?
  order by chat_id`;

/** The settings of chats that differ from the defaults, with drafts. */
export function ownSettings(tx: ReadTx, person_id: number): Promise<OwnSettings[]> {
  return tx.all(OWN_SETTINGS, person_id);
}

/** A row of the settings of a topic. The draft is JSON. */
export interface OwnTopicSettings {
  readonly chat_id: number;
  readonly thread_id: number;
  readonly muted_until: number;
  readonly draft: string | null;
}

const OWN_TOPIC_SETTINGS = read<OwnTopicSettings>("topic_reader", "topic")`
  select r.chat_id, r.thread_id, r.muted_until, r.draft
  from topic_reader r join topic t on t.chat_id = r.chat_id and t.thread_id = r.thread_id
  where r.account_id = ? and t.is_deleted = 0 and (r.muted_until > 0 or r.draft is not null)
  order by r.chat_id, r.thread_id`;

/** The settings of topics that differ from the defaults, with drafts. */
export function ownTopicSettings(tx: ReadTx, person_id: number): Promise<OwnTopicSettings[]> {
  return tx.all(OWN_TOPIC_SETTINGS, person_id);
}

/** A reaction of a person. */
export interface OwnReaction {
  readonly chat_id: number;
  readonly message_id: number;
  readonly emoji: string;
  readonly at: number;
}

const OWN_REACTIONS = read<OwnReaction>("reaction")`
  select chat_id, message_id, emoji, at from reaction where account_id = ?
  order by chat_id, message_id, emoji limit ? offset ?`;

/** Reactions of a person by chat and message: at most `limit` after the first `offset`. */
export function ownReactions(tx: ReadTx, person_id: number, limit: number, offset: number): Promise<OwnReaction[]> {
  return tx.all(OWN_REACTIONS, person_id, limit, offset);
}
