/** Deleting the oldest events of streams, in pages. */
import { PRIVATE_ID_BASE } from "../../../domain/chats.ts";
import type { ReadTx, Tx } from "../../db.ts";
import { read, readOfStream, write } from "../../statement.ts";
import { trimStream } from "./streams.ts";

/** A stream that may have old events. */
export interface StreamToTrim {
  readonly id: number;
  readonly kind: "bot" | "person" | "chat";
  readonly has_webhook: number;
  /** The time of its oldest event; `null` when it has none. */
  readonly oldest_at: number | null;
}

const STREAMS_TO_TRIM = read<StreamToTrim>("event", "stream", "account", "webhook")`
  select s.id,
    case when s.id < 0 or s.id >= ${PRIVATE_ID_BASE} then 'chat' when a.is_bot = 1 then 'bot' else 'person' end as kind,
    case when w.bot_id is null then 0 else 1 end as has_webhook,
    (select e.at from event e where e.stream = s.id order by e.seq limit 1) as oldest_at
  from stream s left join account a on a.id = s.id left join webhook w on w.bot_id = s.id
  where s.trim_at <= ? order by s.trim_at, s.id limit ?`;

/** Up to `limit` streams that are due. */
export function streamsToTrim(tx: ReadTx, now_s: number, limit: number): Promise<StreamToTrim[]> {
  return tx.all(STREAMS_TO_TRIM, now_s, limit);
}

const SCHEDULE_TRIM = write("stream")`update stream set trim_at = ? where id = ?`;

/** Sets when a stream is due again. */
export async function scheduleTrim(tx: Tx, id: number, at: number): Promise<void> {
  await tx.run(SCHEDULE_TRIM, at, id);
}

export interface Trimmed {
  /** The time of the oldest remaining event. */
  readonly oldest_at: number | undefined;
  /** Whether there are more old events. */
  readonly isMore: boolean;
}

/**
 * Deletes the events older than `before_s` in the first `limit` rows of a stream. The events of one row have one time,
 * so a row is deleted as a whole.
 */
export async function trimEventsBefore(tx: Tx, stream: number, before_s: number, limit: number): Promise<Trimmed> {
  const { seq, oldest_at, isMore } = await findEventsBefore(tx, stream, before_s, limit);
  if (seq !== undefined) await trimStream(tx, stream, seq);
  return { oldest_at, isMore };
}

export interface EventsBefore extends Trimmed {
  /** The newest of the older events; `undefined` when there are none. */
  readonly seq: number | undefined;
}

const FIND_EVENTS_BEFORE = readOfStream<{ seq: number; at: number }>("event")`
  select seq, at from event where stream = ? order by seq limit ?`;

/** Which of the first `limit` rows of a stream are older than `before_s`. The times of a stream never decrease. */
export async function findEventsBefore(
  tx: ReadTx,
  stream: number,
  before_s: number,
  limit: number,
): Promise<EventsBefore> {
  const rows = await tx.all(FIND_EVENTS_BEFORE, stream, limit + 1);
  const young = rows.findIndex(({ at }) => at >= before_s);
  const count = Math.min(young === -1 ? rows.length : young, limit);
  const oldest_at = rows[count]?.at;
  return { seq: rows[count - 1]?.seq, oldest_at, isMore: oldest_at !== undefined && oldest_at < before_s };
}
