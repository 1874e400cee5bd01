/** What the service does by itself from time to time: forgets what is old or deleted, sweeps files nobody refers to. */
import { blobsOf } from "../domain/media.ts";
import { UPDATE_LIFE_S } from "../live/update-text.ts";
import type { MediaStore } from "../media/media.ts";
import type { Clock } from "../ports/clock.ts";
import type { RetentionClock } from "../ports/retention-clock.ts";
import { listBots } from "../store/accounts.ts";
import { forgetAudit } from "../store/audit.ts";
import type { Db } from "../store/db.ts";
import { chatsToClear, clearChat } from "../store/deleted-chats.ts";
import { filesAfter } from "../store/files.ts";
import { deleteSentBefore, SEND_KEY_LIFE_S } from "../store/send-keys.ts";
import { lastEventBefore, staleNews, trimStream } from "../store/streams.ts";
import { findWebhook } from "../store/webhooks.ts";
import { saveRetention } from "./retention.ts";

const EVERY_MS = 10 * 60_000;
/** After a round in which something failed. */
const AGAIN_MS = 60_000;
/** Unfinished and unreferred files are left alone this long: their transaction may still be under way. */
const SPARED_MS = 24 * 60 * 60_000;
const PAGE = 1000;
/** A screen that was away reads its list anew; one that is there has its news within moments. */
const NEWS_LIFE_S = 60 * 60;
const DAY_S = 86_400;

interface ChoreDeps {
  readonly db: Db;
  readonly media: MediaStore;
  readonly clock: Clock;
  /** What is old goes by it, and never by the clock itself. */
  readonly retention: RetentionClock;
  readonly audit_days: number;
  readonly onFault: (error: unknown) => void;
}

/** @returns a function that stops them, and resolves when none is under way any more and the store knows the time */
export function startChores(deps: ChoreDeps): () => Promise<void> {
  const stop = new AbortController();
  let cancel = () => {};
  let running = Promise.resolve();
  const later = (delay_ms: number) => {
    if (!stop.signal.aborted) cancel = deps.clock.after(delay_ms, () => void (running = round()));
  };
  const round = async () => later((await doChores(deps, stop.signal)) ? EVERY_MS : AGAIN_MS);
  later(EVERY_MS);
  return () => {
    stop.abort();
    cancel();
    return running.then(() => saveRetention(deps.db, deps.retention)).catch(deps.onFault);
  };
}

/** Each by itself: one that fails keeps none of the others from being done. @returns whether all were done */
async function doChores(deps: ChoreDeps, signal: AbortSignal): Promise<boolean> {
  let done = true;
  for (const chore of choresOf(deps, signal)) {
    if (signal.aborted) return done;
    try {
      await chore();
    } catch (error) {
      deps.onFault(error);
      done = false;
    }
  }
  return done;
}

function choresOf({ db, media, retention, audit_days }: ChoreDeps, signal: AbortSignal): (() => Promise<unknown>)[] {
  const now_s = Math.floor(retention.now() / 1000);
  return [
    () => saveRetention(db, retention),
    () => forgetOldUpdates(db, now_s - UPDATE_LIFE_S),
    () => db.write((tx) => deleteSentBefore(tx, now_s - SEND_KEY_LIFE_S)),
    () => inPages(signal, () => db.write((tx) => forgetAudit(tx, now_s - audit_days * DAY_S, PAGE))),
    () => forgetOldNews(db, now_s - NEWS_LIFE_S),
    async () => {
      for (const id of await db.read(chatsToClear))
        await inPages(signal, () => db.write((tx) => clearChat(tx, id, PAGE)));
    },
    () => media.blobs.sweep(retention.now() - SPARED_MS),
    () => sweepBlobs(db, media, retention.now() - SPARED_MS, signal),
  ];
}

/** Repeats what says whether there is more to do. */
async function inPages(signal: AbortSignal, page: () => Promise<boolean>): Promise<void> {
  while (!signal.aborted && (await page()));
}

/** Bots with a webhook are left to their pusher, which counts what it gives up. */
async function forgetOldUpdates(db: Db, before_s: number): Promise<void> {
  for (const bot of await db.read(listBots)) {
    await db.write(async (tx) => {
      if (await findWebhook(tx, bot.id)) return;
      const seq = await lastEventBefore(tx, bot.id, before_s);
      if (seq !== undefined) await trimStream(tx, bot.id, seq);
    });
  }
}

/** Every draft is news of its person's: what no screen waits for any more must not pile up. */
async function forgetOldNews(db: Db, before_s: number): Promise<void> {
  for (const { stream, seq } of await db.read((tx) => staleNews(tx, before_s))) {
    await db.write((tx) => trimStream(tx, stream, seq));
  }
}

async function sweepBlobs(db: Db, media: MediaStore, before_ms: number, signal: AbortSignal): Promise<void> {
  const wanted = new Set<string>();
  for (let after = 0; ;) {
    if (signal.aborted) return;
    const page = await db.read((tx) => filesAfter(tx, after, PAGE));
    for (const file of page) for (const sha256 of blobsOf(file.media)) wanted.add(sha256);
    if (page.length < PAGE) break;
    after = page.at(-1)!.id;
  }
  for await (const sha256 of media.blobs.list(before_ms)) {
    if (signal.aborted) return;
    if (!wanted.has(sha256)) await media.blobs.removeOlder(sha256, before_ms);
  }
}
