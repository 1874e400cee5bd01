/** Deletes expired events: bots' updates, events of people's own streams and events of chats (behaviour.md §6). */
import type { Db } from "../../store/db.ts";
import {
  scheduleTrim,
  streamsToTrim,
  trimEventsBefore,
  type StreamToTrim,
} from "../../store/queries/streams/trimming.ts";
import { inBatches } from "./batches.ts";

/** A client that was offline for longer reads its chats again, which is hardly more data than what it missed. */
const CHAT_EVENT_LIFE_S = 7 * 86_400;
/** A client that was offline for longer reads its chat list again; a connected one gets events within moments. */
const PERSON_EVENT_LIFE_S = 60 * 60;
/** Streams of one batch, and events of one transaction. */
const STREAMS_PER_BATCH = 200;
const EVENTS_PER_TRANSACTION = 500;
const HOUR_S = 3600;
const DAY_S = 86_400;

/** How long the events of a stream are kept, and how often those of a busy one are trimmed, in seconds. */
interface Retention {
  readonly life_s: number;
  readonly every_s: number;
}

const RETENTION: Readonly<Record<Exclude<StreamToTrim["kind"], "bot">, Retention>> = {
  person: { life_s: PERSON_EVENT_LIFE_S, every_s: HOUR_S },
  chat: { life_s: CHAT_EVENT_LIFE_S, every_s: DAY_S },
};

/** Trims the streams that are due. An empty stream is due again when an event could have expired, a day later at least. */
export async function trimStreams(db: Db, update_life_s: number, now_s: number, signal: AbortSignal): Promise<void> {
  await inBatches(signal, async () => {
    const due = await db.read((tx) => streamsToTrim(tx, now_s, STREAMS_PER_BATCH));
    const next: { readonly id: number; readonly at: number }[] = [];
    for (const stream of due) {
      if (signal.aborted) return false;
      const retention = stream.kind === "bot" ? { life_s: update_life_s, every_s: HOUR_S } : RETENTION[stream.kind];
      next.push({ id: stream.id, at: await trim(db, stream, retention, now_s, signal) });
    }
    if (next.length > 0) {
      await db.write(async (tx) => {
        for (const { id, at } of next) await scheduleTrim(tx, id, at);
      });
    }
    return due.length === STREAMS_PER_BATCH;
  });
}

/** @returns when the stream is to be trimmed next, in Unix seconds */
async function trim(
  db: Db,
  { id, oldest_at, has_webhook }: StreamToTrim,
  { life_s, every_s }: Retention,
  now_s: number,
  signal: AbortSignal,
) {
  if (oldest_at === null) return now_s + Math.max(life_s, DAY_S);
  // The webhook dispatcher deletes expired updates of its bots itself, because it counts them.
  if (has_webhook === 1) return now_s + every_s;
  let left: number | undefined = oldest_at;
  if (oldest_at < now_s - life_s) {
    await inBatches(signal, async () => {
      const page = await db.write((tx) => trimEventsBefore(tx, id, now_s - life_s, EVENTS_PER_TRANSACTION));
      left = page.oldest_at;
      return page.isMore;
    });
  }
  return left === undefined ? now_s + Math.max(life_s, DAY_S) : Math.max(left + life_s + 1, now_s + every_s);
}
