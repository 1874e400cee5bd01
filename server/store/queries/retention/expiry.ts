/** Finds messages that are too old, without reading the chats that have none. */
import type { Message } from "../../../domain/messages.ts";
import type { ChatRetentionKind } from "../../../domain/retention.ts";
import type { ReadTx } from "../../db.ts";
import { numbers, read } from "../../statement.ts";
import { MESSAGE, toMessage, type MessageRow } from "../messages/messages.ts";

/** A chat with the dates of its oldest message and of its oldest message with a file; `null` if it has none. */
export interface ChatAge {
  readonly id: number;
  readonly messages: number | null;
  readonly media: number | null;
}

const CHAT_AGES = read<ChatAge>("chat", "message")`
  select c.id,
    (select e.date from message e where e.chat_id = c.id order by e.message_id limit 1) as messages,
    (select e.date from message e where e.chat_id = c.id and e.file_id is not null order by e.message_id limit 1) as media
  from chat c where c.id > ? order by c.id limit ?`;

/** The next `limit` chats after one, by id. */
export function chatAges(tx: ReadTx, after: number, limit: number): Promise<ChatAge[]> {
  return tx.all(CHAT_AGES, after, limit);
}

const OLDEST: Readonly<Record<ChatRetentionKind, ReturnType<typeof oldest>>> = {
  messages: oldest(""),
  media: oldest("and file_id is not null"),
};

function oldest(condition: string) {
  return read<MessageRow>("message")`
    select ${MESSAGE} from message where chat_id = ? and message_id > ? ${condition} order by message_id limit ?`;
}

/** The oldest messages of a chat after one, all or those with files. */
export async function oldestMessages(
  tx: ReadTx,
  kind: ChatRetentionKind,
  chat_id: number,
  after: number,
  limit: number,
): Promise<Message[]> {
  return (await tx.all(OLDEST[kind], chat_id, after, limit)).map(toMessage);
}

/** What a preview needs to know of a message. */
export interface MessageFacts {
  readonly message_id: number;
  readonly date: number;
  readonly sender_id: number;
  readonly file_id: number | null;
}

const FACTS: Readonly<Record<ChatRetentionKind, ReturnType<typeof facts>>> = {
  messages: facts(""),
  media: facts("and file_id is not null"),
};

function facts(condition: string) {
  return read<MessageFacts>("message")`
    select message_id, date, sender_id, file_id from message
    where chat_id = ? and message_id > ? ${condition} order by message_id limit ?`;
}

/** The same without the content. */
export function oldestFacts(
  tx: ReadTx,
  kind: ChatRetentionKind,
  chat_id: number,
  after: number,
  limit: number,
): Promise<MessageFacts[]> {
  return tx.all(FACTS[kind], chat_id, after, limit);
}

/** A file, and how many messages and photos show it. */
export interface FileUse {
  readonly id: number;
  /** JSON. */
  readonly media: string;
  readonly messages: number;
  readonly others: number;
}

const FILE_USES = read<FileUse>("file", "message", "rich_file", "account", "chat", "web_page")`
  select f.id, f.media, (select count(*) from message m where m.file_id = f.id) as messages,
    (select count(*) from account a where a.photo_file = f.id)
    + (select count(*) from chat c where c.photo_file = f.id)
    + (select count(*) from rich_file r where r.file_id = f.id)
    + (select count(*) from web_page p where p.file_id = f.id) as others
  from file f where f.id in ${numbers}`;

/** What shows these files. */
export function fileUses(tx: ReadTx, ids: readonly number[]): Promise<FileUse[]> {
  return tx.all(FILE_USES, JSON.stringify(ids));
}

const COUNT_AUDIT = read<{ n: number }>("audit")`select count(*) as n from audit where at < ?`;

/** Entries of the audit log from before a time. */
export async function countAuditBefore(tx: ReadTx, before_s: number): Promise<number> {
  return Number((await tx.get(COUNT_AUDIT, before_s))!.n);
}

const COUNT_UPDATES = read<{ n: number }>("event", "account")`
  select count(*) as n from account a join event e on e.stream = a.id where a.is_bot = 1 and e.at < ?`;

/** Updates of bots from before a time. */
export async function countUpdatesBefore(tx: ReadTx, before_s: number): Promise<number> {
  return Number((await tx.get(COUNT_UPDATES, before_s))!.n);
}
