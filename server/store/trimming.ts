/** Forgetting the oldest events of streams, a page at a time (ARCHITECTURE.md, Streams). */
import { PRIVATE_ID_BASE } from "../domain/chats.ts";
import type { ReadTx, Tx } from "./db.ts";
import { trimStream } from "./streams.ts";

/** A stream of which something may be old. */
export interface StreamToTrim {
  readonly id: number;
  readonly kind: "bot" | "person" | "chat";
  readonly has_webhook: number;
  /** When its oldest event came; `null` when it has none. */
  readonly oldest_at: number | null;
}

/** Up to `limit` streams whose turn it is. */
export function streamsToTrim(tx: ReadTx, now_s: number, limit: number): Promise<StreamToTrim[]> {
  return tx.all<StreamToTrim>(
    `select s.id,
       case when s.id < 0 or s.id >= ${PRIVATE_ID_BASE} then 'chat' when a.is_bot = 1 then 'bot' else 'person' end as kind,
       case when w.bot_id is null then 0 else 1 end as has_webhook,
       (select e.at from event e where e.stream = s.id order by e.seq limit 1) as oldest_at
     from stream s left join account a on a.id = s.id left join webhook w on w.bot_id = s.id
     where s.trim_at <= ? order by s.trim_at, s.id limit ?`,
    now_s,
    limit,
  );
}

/** Notes when a stream is to be trimmed next. */
export async function scheduleTrim(tx: Tx, id: number, at: number): Promise<void> {
  await tx.run("update stream set trim_at = ? where id = ?", at, id);
}

export interface Trimmed {
  /** When the oldest event that is left came. */
  readonly oldest_at: number | undefined;
  /** Whether there are more that are old. */
  readonly isMore: boolean;
}

/**
 * Forgets the events older than `before_s` in the first `limit` rows of a stream. A row of several events is one of a moment,
 * and goes as a whole.
 */
export async function trimOlder(tx: Tx, stream: number, before_s: number, limit: number): Promise<Trimmed> {
  const { seq, oldest_at, isMore } = await findOlder(tx, stream, before_s, limit);
  if (seq !== undefined) await trimStream(tx, stream, seq);
  return { oldest_at, isMore };
}

export interface Older extends Trimmed {
  /** The newest of those that are older; `undefined` when there are none. */
  readonly seq: number | undefined;
}

/** Which of the first `limit` rows of a stream are older than `before_s`. Events of one stream never go back in time. */
export async function findOlder(tx: ReadTx, stream: number, before_s: number, limit: number): Promise<Older> {
  const rows = await tx.all<{ seq: number; at: number }>(
    "select seq, at from event where stream = ? order by seq limit ?",
    stream,
    limit + 1,
  );
  const young = rows.findIndex(({ at }) => at >= before_s);
  const count = Math.min(young === -1 ? rows.length : young, limit);
  const oldest_at = rows[count]?.at;
  return { seq: rows[count - 1]?.seq, oldest_at, isMore: oldest_at !== undefined && oldest_at < before_s };
}
