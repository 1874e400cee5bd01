/** Forgets events that are too old: updates of bots, people's own news, and what has happened in chats (behaviour.md §6). */
import { UPDATE_LIFE_S } from "../live/update-text.ts";
import type { Db } from "../store/db.ts";
import { scheduleTrim, streamsToTrim, trimOlder, type StreamToTrim } from "../store/trimming.ts";
import { inPages } from "./pages.ts";

/** A client that was away for longer reads its chats anew, which is hardly more than what it missed. */
const CHAT_EVENT_LIFE_S = 7 * 86_400;
/** A screen that was away reads its list anew; one that is there has its news within moments. */
const NEWS_LIFE_S = 60 * 60;
/** Streams of one page, and events of one transaction. */
const STREAMS = 200;
const EVENTS = 500;
const HOUR_S = 3600;
const DAY_S = 86_400;

/** How long the events of a stream are kept, and how often those of a busy one are trimmed, in seconds. */
interface Retention {
  readonly life_s: number;
  readonly every_s: number;
}

const RETENTION: Readonly<Record<StreamToTrim["kind"], Retention>> = {
  bot: { life_s: UPDATE_LIFE_S, every_s: HOUR_S },
  person: { life_s: NEWS_LIFE_S, every_s: HOUR_S },
  chat: { life_s: CHAT_EVENT_LIFE_S, every_s: DAY_S },
};

/** Trims the streams whose turn has come: one without events comes again when the first could be old, but not within a day. */
export async function trimStreams(db: Db, now_s: number, signal: AbortSignal): Promise<void> {
  await inPages(signal, async () => {
    const due = await db.read((tx) => streamsToTrim(tx, now_s, STREAMS));
    const next: { readonly id: number; readonly at: number }[] = [];
    for (const stream of due) {
      if (signal.aborted) return false;
      next.push({ id: stream.id, at: await trim(db, stream, now_s, signal) });
    }
    if (next.length > 0) {
      await db.write(async (tx) => {
        for (const { id, at } of next) await scheduleTrim(tx, id, at);
      });
    }
    return due.length === STREAMS;
  });
}

/** @returns when the stream is to be trimmed next, in Unix seconds */
async function trim(db: Db, { id, kind, oldest_at, has_webhook }: StreamToTrim, now_s: number, signal: AbortSignal) {
  const { life_s, every_s } = RETENTION[kind];
  if (oldest_at === null) return now_s + Math.max(life_s, DAY_S);
  // Those of a bot with a webhook are left to their pusher, which counts what it gives up.
  if (has_webhook === 1) return now_s + every_s;
  let left: number | undefined = oldest_at;
  if (oldest_at < now_s - life_s) {
    await inPages(signal, async () => {
      const page = await db.write((tx) => trimOlder(tx, id, now_s - life_s, EVENTS));
      left = page.oldest_at;
      return page.isMore;
    });
  }
  return left === undefined ? now_s + Math.max(life_s, DAY_S) : Math.max(left + life_s + 1, now_s + every_s);
}
