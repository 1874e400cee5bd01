/** The topics of a chat as one person sees them, by their newest message: with read pointers and unread counts. */
import type { Topic } from "../../../domain/topics.ts";
import { GENERAL_THREAD_ID } from "../../../domain/topics.ts";
import type { SavedDraft } from "../../../domain/chat-settings.ts";
import type { ReadTx } from "../../db.ts";
import { numbers, read } from "../../statement.ts";
import { toDraft } from "../chats/chat-settings.ts";
import { MOST_UNREAD } from "../members/unread.ts";
import { TOPIC, toTopic, type TopicRow } from "./topics.ts";

/** A topic, and what a person's list shows of it. */
export interface ListedTopic {
  readonly topic: Topic;
  /** The id of its newest message, or of the message that created it. */
  readonly position: number;
  /** Messages up to this one are read, or from before the person joined. */
  readonly read_up_to: number;
  /** Unix seconds; 0 if the topic is not muted. */
  readonly muted_until: number;
  readonly draft: SavedDraft | null;
  /** At most `MOST_UNREAD`. */
  readonly unread_count: number;
  readonly unread_mentions: number;
}

interface ListedRow extends TopicRow {
  readonly position: number;
  readonly read_up_to: number;
  readonly muted_until: number;
  readonly draft: string | null;
  readonly unread: number;
  readonly unread_plain: number;
  readonly unread_mentions: number;
}

const AFTER = "case when m.read_up_to > m.joined_after then m.read_up_to else m.joined_after end";
/** Messages of General from before the group had topics. */
const PLAIN = `e.chat_id = t.chat_id and e.thread_id is null and e.message_id <= t.plain_up_to`;
const POSITION = `coalesce(
  (select e.message_id from message e where e.chat_id = t.chat_id and e.thread_id = t.thread_id
    order by e.message_id desc limit 1),
  case when t.plain_up_to > 0 then (select e.message_id from message e where ${PLAIN}
    order by e.message_id desc limit 1) end,
  t.thread_id)`;

/** The read pointer, the settings, the draft and the counts of topics `t`, each with the person `account_id`. */
const STATE = `${TOPIC}, t.position, t.read_up_to, t.muted_until, t.draft,
  (select count(*) from (select 1 from message e where e.chat_id = t.chat_id and e.thread_id = t.thread_id
    and e.message_id > t.read_up_to and e.sender_id <> t.account_id limit ${MOST_UNREAD}) as unread_messages) as unread,
  case when t.plain_up_to > t.read_up_to then (select count(*) from (select 1 from message e where ${PLAIN}
    and e.message_id > t.read_up_to and e.sender_id <> t.account_id limit ${MOST_UNREAD}) as unread_messages)
    else 0 end as unread_plain,
  (select count(*) from mention a join message e on e.chat_id = a.chat_id and e.message_id = a.message_id
    where a.account_id = t.account_id and a.chat_id = t.chat_id
    and coalesce(e.thread_id, ${GENERAL_THREAD_ID}) = t.thread_id) as unread_mentions`;
const TABLES = ["topic", "topic_reader", "member", "message", "mention"];

/** The topics of a chat with position and read pointer. Parameters: the person three times, then the chat. */
const POSITIONED = `select ${TOPIC}, ${POSITION} as position, cast(? as bigint) as account_id,
    coalesce(r.muted_until, 0) as muted_until, r.draft,
    case when coalesce(r.read_up_to, 0) > coalesce(${AFTER}, 0) then r.read_up_to else coalesce(${AFTER}, 0) end
      as read_up_to
  from topic t left join member m on m.chat_id = t.chat_id and m.account_id = ?
    left join topic_reader r on r.account_id = ? and r.chat_id = t.chat_id and r.thread_id = t.thread_id
  where t.chat_id = ? and t.is_deleted = 0`;

const TOPICS_BEFORE = read<ListedRow>(...TABLES)`
  select ${STATE} from (${POSITIONED}) as t where t.position < ? order by t.position desc, t.thread_id desc limit ?`;

/** The topics of a chat whose position is below one, the highest first. The position of each is read. */
export async function topicsBefore(
  tx: ReadTx,
  account_id: number,
  chat_id: number,
  position: number,
  limit: number,
): Promise<ListedTopic[]> {
  const rows = await tx.all(TOPICS_BEFORE, account_id, account_id, account_id, chat_id, position, limit);
  return rows.map(listed);
}

const TOPICS_OF = read<ListedRow>(...TABLES)`
  select ${STATE} from (${POSITIONED} and t.thread_id in ${numbers}) as t order by t.position desc, t.thread_id desc`;

/** These topics of a chat, the highest position first. Those that do not exist are left out. */
export async function topicsOf(
  tx: ReadTx,
  account_id: number,
  chat_id: number,
  thread_ids: readonly number[],
): Promise<ListedTopic[]> {
  const ids = JSON.stringify(thread_ids);
  const rows = await tx.all(TOPICS_OF, account_id, account_id, account_id, chat_id, ids);
  return rows.map(listed);
}

function listed(row: ListedRow): ListedTopic {
  return {
    topic: toTopic(row),
    position: row.position,
    read_up_to: row.read_up_to,
    muted_until: row.muted_until,
    draft: toDraft(row.draft),
    unread_count: Math.min(MOST_UNREAD, row.unread + row.unread_plain),
    unread_mentions: row.unread_mentions,
  };
}
