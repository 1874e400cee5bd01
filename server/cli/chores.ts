/** What the service does by itself from time to time: forgets what is old or deleted, removes files nobody refers to. */
import { SPARED_MS } from "../media/disk.ts";
import type { MediaStore } from "../media/media.ts";
import type { Clock } from "../ports/clock.ts";
import type { RetentionClock } from "../ports/retention-clock.ts";
import { forgetAudit } from "../store/audit.ts";
import type { Db } from "../store/db.ts";
import { chatsToClear, clearChat } from "../store/deleted-chats.ts";
import { deleteSentBefore, SEND_KEY_LIFE_S } from "../store/send-keys.ts";
import { removeBlobs, removeReleased, sweepForgotten } from "./file-maintenance.ts";
import { inPages } from "./pages.ts";
import { saveRetention } from "./retention.ts";
import { trimStreams } from "./stream-maintenance.ts";

const EVERY_MS = 10 * 60_000;
/** After a round in which something failed. */
const AGAIN_MS = 60_000;
/** Rows of one transaction: it holds up nobody for long. */
const PAGE = 500;
/** Messages and events of a deleted chat in one transaction: each stands in several indexes. */
const CHAT_PAGE = 200;
const DAY_S = 86_400;

interface ChoreDeps {
  readonly db: Db;
  readonly media: MediaStore;
  readonly clock: Clock;
  /** What is old goes by it, and never by the clock itself. */
  readonly retention: RetentionClock;
  readonly audit_days: number;
  readonly deleted_files_days: number;
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

function choresOf(deps: ChoreDeps, signal: AbortSignal): (() => Promise<unknown>)[] {
  const { db, media, retention, audit_days, deleted_files_days } = deps;
  const now_ms = retention.now();
  const now_s = Math.floor(now_ms / 1000);
  return [
    () => saveRetention(db, retention),
    () => trimStreams(db, now_s, signal),
    () => inPages(signal, () => db.write((tx) => deleteSentBefore(tx, now_s - SEND_KEY_LIFE_S, PAGE))),
    () => inPages(signal, () => db.write((tx) => forgetAudit(tx, now_s - audit_days * DAY_S, PAGE))),
    async () => {
      for (const id of await db.read(chatsToClear))
        await inPages(signal, () => db.write((tx) => clearChat(tx, id, CHAT_PAGE)));
    },
    () => media.blobs.sweep(now_ms - SPARED_MS),
    () => removeReleased(db, now_s, deleted_files_days, signal),
    () => removeBlobs(db, media.blobs, now_ms, signal),
    () => sweepForgotten(db, media.blobs, now_s),
  ];
}
