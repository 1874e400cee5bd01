/** Streams: the row sequences `(stream, seq)` that every ordered thing of the service is (ARCHITECTURE.md, Streams). */
import { PRIVATE_ID_BASE } from "../domain/chats.ts";
import type { NewEvent, ReadTx, Tx } from "./db.ts";
import { ADD_EVENTS, EVENT, EventRows, eventsOf, type EventRow, type StoredEvents } from "./event-rows.ts";

export type { EventRow } from "./event-rows.ts";

export interface StreamRow {
  readonly head: number;
  readonly tail: number;
}

const BUMP = "update stream set head = head + ? where id = ? returning head";

/** Opens the stream of a new account or chat. */
export async function openStream(tx: Tx, id: number): Promise<void> {
  await tx.run("insert into stream (id, head, tail, message_head) values (?, 0, 0, 0)", id);
}

/**
 * Writes a work's events, the heads taken in ascending order of stream, so that two works never wait for each
 * other in a circle. A head stays locked until the commit: numbers are dense and in commit order.
 */
export async function writeEvents(tx: Tx, events: readonly NewEvent[], now_s: number): Promise<void> {
  if (events.length === 1) {
    await writeRun(tx, events, now_s);
    return;
  }
  const byStream = new Map<number, NewEvent[]>();
  for (const event of events) {
    const run = byStream.get(event.stream);
    if (run) run.push(event);
    else byStream.set(event.stream, [event]);
  }
  const streams = [...byStream.keys()].sort((a, b) => a - b);
  for (const stream of streams) await writeRun(tx, byStream.get(stream)!, now_s);
}

async function writeRun(tx: Tx, run: readonly NewEvent[], now_s: number): Promise<void> {
  const stream = run[0]!.stream;
  const row = await tx.get<{ head: number }>(BUMP, run.length, stream);
  if (!row) throw new Error(`no stream ${stream}`);
  let seq = row.head - run.length;
  const rows = new EventRows();
  for (const event of run) rows.add({ ...event, seq: ++seq, at: now_s });
  for (const values of rows.take()) await tx.add(ADD_EVENTS, ...values);
}

/** Where a stream stands; `undefined` if there is none of that id. */
export function streamState(tx: ReadTx, id: number): Promise<StreamRow | undefined> {
  return tx.get<StreamRow>("select head, tail from stream where id = ?", id);
}

/** Takes message ids of a chat, holding its stream until the transaction ends. @returns the last of them */
export async function bumpMessageIds(tx: Tx, chat: number, count: number, date_s: number): Promise<number> {
  const row = await tx.get<{ message_head: number }>(
    "update stream set message_head = message_head + ?, message_at = ? where id = ? returning message_head",
    count,
    date_s,
    chat,
  );
  if (!row) throw new Error(`no stream ${chat}`);
  return row.message_head;
}

/** The last `message_id` a chat has given out; 0 in an empty chat. */
export async function lastMessageId(tx: ReadTx, chat: number): Promise<number> {
  const row = await tx.get<{ message_head: number }>("select message_head from stream where id = ?", chat);
  return row?.message_head ?? 0;
}

/** Events after `seq`, oldest first, at most `limit`. */
export async function eventsAfter(tx: ReadTx, stream: number, seq: number, limit: number): Promise<EventRow[]> {
  const rows = await tx.all<StoredEvents>(
    `select ${EVENT} from event where stream = ? and seq > ? order by seq limit ?`,
    stream,
    seq,
    limit,
  );
  return eventsOf(rows, seq, limit);
}

/** What the events of an account after `seq` are about. */
export async function newsAfter(tx: ReadTx, stream: number, seq: number): Promise<number[]> {
  const rows = await tx.all<{ ref: number }>("select ref from event where stream = ? and seq > ?", stream, seq);
  return rows.map(({ ref }) => ref);
}

/** The accounts whose membership events of a chat after `seq` tell of. */
export async function membersToldAfter(tx: ReadTx, stream: number, seq: number): Promise<number[]> {
  const rows = await tx.all<{ ref: number }>(
    "select distinct ref from event where stream = ? and seq > ? and kind = 'member'",
    stream,
    seq,
  );
  return rows.map(({ ref }) => ref);
}

/** Where an event stands and what it is about, without what it says. */
export type EventPlace = Pick<EventRow, "seq" | "ref">;

/** The places of the events of an account after `seq`, oldest first, at most `limit`. */
export function placesAfter(tx: ReadTx, stream: number, seq: number, limit: number): Promise<EventPlace[]> {
  return tx.all<EventPlace>(
    "select seq, ref from event where stream = ? and seq > ? order by seq limit ?",
    stream,
    seq,
    limit,
  );
}

/** The oldest of an account's events about `ref` from `first` to `last`. The limits of `stream` are those of its index. */
export function eventsAbout(
  tx: ReadTx,
  stream: number,
  ref: number,
  first: number,
  last: number,
  limit: number,
): Promise<EventRow[]> {
  return tx.all<EventRow>(
    `select seq, kind, ref, body, at from event
     where stream = ? and ref = ? and seq >= ? and seq <= ? and stream > 0 and stream < ${PRIVATE_ID_BASE}
     order by seq limit ?`,
    stream,
    ref,
    first,
    last,
    limit,
  );
}

/** An update that tells a bot of a message of a private chat. */
export interface MessageUpdate {
  readonly chat_id: number;
  readonly body: string;
}

/** Whether an update of a bot's tells it of a message of a private chat. */
export function isPrivateMessage({ kind, ref }: Pick<EventRow, "kind" | "ref">): boolean {
  return kind === "message" && ref >= PRIVATE_ID_BASE;
}

/** Of the oldest `limit` messages of private chats in a bot's stream up to `seq`, the newest of each chat, by chat. */
export function newestMessages(tx: ReadTx, stream: number, seq: number, limit: number): Promise<MessageUpdate[]> {
  return tx.all<MessageUpdate>(
    `select ref as chat_id, body from event where stream = ? and seq in (
       select max(seq) from (
         select seq, ref from event where stream = ? and seq <= ? and kind = 'message' and ref >= ${PRIVATE_ID_BASE}
         order by seq limit ?) as taken
       group by ref)
     order by ref`,
    stream,
    stream,
    seq,
    limit,
  );
}

/** Forgets every event of a stream up to and including `seq`, which is that of a row. */
export async function trimStream(tx: Tx, stream: number, seq: number): Promise<void> {
  await tx.run("delete from event where stream = ? and seq <= ?", stream, seq);
  await tx.run("update stream set tail = ? where id = ? and tail < ?", seq, stream, seq);
}

/** How many events an account's stream holds. */
export async function countEvents(tx: ReadTx, stream: number): Promise<number> {
  const row = await tx.get<{ n: number }>("select count(*) as n from event where stream = ?", stream);
  return row?.n ?? 0;
}

/** Forgets events of an account, wherever they stand in its stream. */
export async function forgetEvents(tx: Tx, stream: number, seqs: readonly number[]): Promise<void> {
  const marks = seqs.map(() => "?").join(", ");
  await tx.run(`delete from event where stream = ? and seq in (${marks})`, stream, ...seqs);
}
