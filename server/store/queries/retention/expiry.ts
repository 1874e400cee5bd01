/** Finds messages that are too old, without reading the chats that have none. */
import type { Message } from "../../../domain/messages.ts";
import type { ChatRetentionKind } from "../../../domain/retention.ts";
import type { ReadTx } from "../../db.ts";
import { numbers, read } from "../../statement.ts";
import { countOfShown, FILE_TABLES } from "../files/shown-files.ts";
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
  /** Those that it shows, each once. */
  readonly file_ids: readonly number[];
}

type FactsRow = Omit<MessageFacts, "file_ids"> & { readonly file_id: number | null };

const FACTS: Readonly<Record<ChatRetentionKind, ReturnType<typeof facts>>> = {
  messages: facts(""),
  media: facts("and file_id is not null"),
};

function facts(condition: string) {
  return read<FactsRow>("message")`
    select message_id, date, sender_id, file_id from message
    where chat_id = ? and message_id > ? ${condition} order by message_id limit ?`;
}

const FURTHER_FILES = read<{ message_id: number; file_id: number }>("rich_file")`
  select message_id, file_id from rich_file where chat_id = ? and message_id > ? and message_id <= ?`;

/** The same without the content. */
export async function oldestFacts(
  tx: ReadTx,
  kind: ChatRetentionKind,
  chat_id: number,
  after: number,
  limit: number,
): Promise<MessageFacts[]> {
  const rows = await tx.all(FACTS[kind], chat_id, after, limit);
  const further = await tx.all(FURTHER_FILES, chat_id, after, rows.at(-1)?.message_id ?? after);
  const byMessage = Map.groupBy(further, ({ message_id }) => message_id);
  return rows.map(({ file_id, ...row }) => {
    const others = byMessage.get(row.message_id)?.map((each) => each.file_id) ?? [];
    return { ...row, file_ids: file_id === null ? others : [file_id, ...others] };
  });
}

/** A file, and how many messages and other things, as photos of chats, show it. */
export interface FileUse {
  readonly id: number;
  /** JSON. */
  readonly media: string;
  readonly messages: number;
  readonly others: number;
}

const FILE_USES = read<FileUse>("file", ...FILE_TABLES)`
  select f.id, f.media, ${countOfShown("messages", "f.id")} as messages, ${countOfShown("others", "f.id")} as others
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
