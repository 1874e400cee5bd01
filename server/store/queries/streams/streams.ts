/** Streams: the numbered sequence of events of each account and each chat. */
import { PRIVATE_ID_BASE } from "../../../domain/chats.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { numbers, read, readOfStream, write } from "../../statement.ts";
import { EVENT_COLUMNS, expandRanges, type EventRow, type EventRangeRow } from "./event-ranges.ts";

export type { EventRow } from "./event-ranges.ts";

export interface StreamRow {
  /** The last sequence number that the stream has allocated. */
  readonly last_seq: number;
  /** Events up to this number have been removed. */
  readonly trimmed_seq: number;
}

const OPEN_STREAM = write(
  "stream",
)`insert into stream (id, last_seq, trimmed_seq, last_message_id) values (?, 0, 0, 0)`;

/** Opens the stream of a new account or chat. */
export async function openStream(tx: Tx, id: number): Promise<void> {
  await tx.run(OPEN_STREAM, id);
}

const STREAM_STATE = readOfStream<StreamRow>("stream")`select last_seq, trimmed_seq from stream where id = ?`;

/** The last and the trimmed sequence number of a stream; `undefined` if it does not exist. */
export function streamState(tx: ReadTx, id: number): Promise<StreamRow | undefined> {
  return tx.get(STREAM_STATE, id);
}

const LAST_SEQS = read<{ id: number; last_seq: number }>(
  "stream",
)`select id, last_seq from stream where id in ${numbers}`;

/** The last sequence number of each of these streams. */
export async function lastSeqs(tx: ReadTx, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.all(LAST_SEQS, JSON.stringify(ids));
  return new Map(rows.map(({ id, last_seq }) => [id, last_seq]));
}

const ALL_LAST_SEQS = read<{ id: number; last_seq: number }>("stream")`select id, last_seq from stream`;

/** The last sequence number of every stream. */
export async function allLastSeqs(tx: ReadTx): Promise<Map<number, number>> {
  const rows = await tx.all(ALL_LAST_SEQS);
  return new Map(rows.map(({ id, last_seq }) => [id, last_seq]));
}

const LAST_MESSAGE_ID = readOfStream<{ last_message_id: number }>(
  "stream",
)`select last_message_id from stream where id = ?`;

/** The last `message_id` that a chat has allocated; 0 in an empty chat. */
export async function lastMessageId(tx: ReadTx, chat: number): Promise<number> {
  const row = await tx.get(LAST_MESSAGE_ID, chat);
  return row?.last_message_id ?? 0;
}

const EVENTS_AFTER = readOfStream<EventRangeRow>("event")`
  select ${EVENT_COLUMNS} from event where stream = ? and seq > ? order by seq limit ?`;

/** Events after `seq`, oldest first, at most `limit`. */
export async function eventsAfter(tx: ReadTx, stream: number, seq: number, limit: number): Promise<EventRow[]> {
  const rows = await tx.all(EVENTS_AFTER, stream, seq, limit);
  return expandRanges(rows, seq, limit);
}

const UPDATES_AFTER = readOfStream<EventRow>("event")`
  select seq, kind, ref, body, at from event where stream = ? and seq > ? order by seq limit ?`;

/** Updates of a bot after `seq`, oldest first, at most `limit`. Each has its own row. */
export function updatesAfter(tx: ReadTx, bot_id: number, seq: number, limit: number): Promise<EventRow[]> {
  return tx.all(UPDATES_AFTER, bot_id, seq, limit);
}

const NEWEST_EVENTS = readOfStream<Omit<EventRow, "body">>("event")`
  select seq, kind, ref, at from event where stream = ? order by seq desc limit ?`;

/** The newest events of an account's stream, the newest first, at most `limit`, without their bodies. */
export function newestEvents(tx: ReadTx, stream: number, limit: number): Promise<Omit<EventRow, "body">[]> {
  return tx.all(NEWEST_EVENTS, stream, limit);
}

const EVENT_REFS_AFTER = readOfStream<{ ref: number }>("event")`
  select ref from event where stream = ? and seq > ? order by seq limit ?`;

/** The subjects of the events of an account after `seq`, the oldest first, at most `limit`. */
export async function eventRefsAfter(tx: ReadTx, stream: number, seq: number, limit: number): Promise<number[]> {
  const rows = await tx.all(EVENT_REFS_AFTER, stream, seq, limit);
  return rows.map(({ ref }) => ref);
}

const CHANGED_MEMBERS_AFTER = readOfStream<{ ref: number }>("event")`
  select distinct ref from event where stream = ? and seq > ? and kind = 'member'`;

/** The accounts whose membership has changed in events of a chat after `seq`. */
export async function changedMembersAfter(tx: ReadTx, stream: number, seq: number): Promise<number[]> {
  const rows = await tx.all(CHANGED_MEMBERS_AFTER, stream, seq);
  return rows.map(({ ref }) => ref);
}

/** The number and the subject of an event, without its body. */
export type EventPosition = Pick<EventRow, "seq" | "ref">;

const EVENT_POSITIONS_AFTER = readOfStream<EventPosition>("event")`
  select seq, ref from event where stream = ? and seq > ? order by seq limit ?`;

/** Positions of the events of an account after `seq`, the oldest first, at most `limit`. */
export function eventPositionsAfter(tx: ReadTx, stream: number, seq: number, limit: number): Promise<EventPosition[]> {
  return tx.all(EVENT_POSITIONS_AFTER, stream, seq, limit);
}

const EVENTS_WITH_REF = readOfStream<EventRow>("event")`
  select seq, kind, ref, body, at from event
  where stream = ? and ref = ? and seq >= ? and seq <= ? and stream > 0 and stream < ${PRIVATE_ID_BASE}
  order by seq limit ?`;

/**
 * The oldest of an account's events with this subject from `first` to `last`. The conditions on `stream` match its
 * partial index.
 */
export function eventsWithRef(
  tx: ReadTx,
  stream: number,
  ref: number,
  first: number,
  last: number,
  limit: number,
): Promise<EventRow[]> {
  return tx.all(EVENTS_WITH_REF, stream, ref, first, last, limit);
}

/** A bot's update about a message of a private chat. */
export interface MessageUpdate {
  readonly chat_id: number;
  readonly body: string;
}

/** Whether a bot's update is about a message of a private chat. */
export function isPrivateMessage({ kind, ref }: Pick<EventRow, "kind" | "ref">): boolean {
  return kind === "message" && ref >= PRIVATE_ID_BASE;
}

const NEWEST_MESSAGES = read<MessageUpdate>("event")`
  select ref as chat_id, body from event where stream = ? and seq in (
    select max(seq) from (
      select seq, ref from event where stream = ? and seq <= ? and kind = 'message' and ref >= ${PRIVATE_ID_BASE}
      order by seq limit ?) as taken
    group by ref)
  order by ref`;

/** Of the oldest `limit` messages of private chats in a bot's stream up to `seq`, the newest of each chat, by chat. */
export function newestMessages(tx: ReadTx, stream: number, seq: number, limit: number): Promise<MessageUpdate[]> {
  return tx.all(NEWEST_MESSAGES, stream, stream, seq, limit);
}

export const DELETE_EVENTS_UP_TO = write("event")`delete from event where stream = ? and seq <= ?`;
const SET_TRIMMED_SEQ = write("stream")`update stream set trimmed_seq = ? where id = ? and trimmed_seq < ?`;

/** Deletes every event of a stream up to and including `seq`, which must be the number of a row. */
export async function trimStream(tx: Tx, stream: number, seq: number): Promise<void> {
  await tx.run(DELETE_EVENTS_UP_TO, stream, seq);
  await tx.run(SET_TRIMMED_SEQ, seq, stream, seq);
}

const COUNT_EVENTS = readOfStream<{ n: number }>("event")`select count(*) as n from event where stream = ?`;

/** How many events an account's stream has. */
export async function countEvents(tx: ReadTx, stream: number): Promise<number> {
  const row = await tx.get(COUNT_EVENTS, stream);
  return row?.n ?? 0;
}

const DELETE_EVENTS = write("event")`delete from event where stream = ? and seq in ${numbers}`;

/** Deletes events of an account at any positions of its stream. */
export async function deleteEvents(tx: Tx, stream: number, seqs: readonly number[]): Promise<void> {
  await tx.run(DELETE_EVENTS, stream, JSON.stringify(seqs));
}
