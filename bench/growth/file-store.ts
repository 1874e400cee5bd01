/** A store with many files in this process. Its maintenance jobs run by a manual clock. */
import { createHash } from "node:crypto";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AppContext } from "../../server/app/app-context.ts";
import { UpdateLife } from "../../server/live/update-life.ts";
import { startMaintenance } from "../../server/runtime/maintenance/jobs.ts";
import { BlobStore } from "../../server/media/blob-store.ts";
import { yieldToEventLoop } from "../../server/runtime/event-loop.ts";
import type { MediaStore } from "../../server/media/media.ts";
import { manualClock, type Clock } from "../../server/ports/clock.ts";
import { RetentionClock } from "../../server/ports/retention-clock.ts";
import type { Db } from "../../server/store/db.ts";
import { insertFile } from "../../server/store/queries/files/files.ts";
import { deleteMessage, findMessage, insertMessage } from "../../server/store/queries/messages/messages.ts";
import { singleProcess } from "../../server/cluster/single-process.ts";
import { openStore } from "../../server/store/open.ts";
import { openStream } from "../../server/store/queries/streams/streams.ts";

const START_S = 1_767_225_600;
const OLD_S = START_S - 30 * 86_400;
const FILES_OF_CHAT = 200;
/** Bytes of a file: one block of the disk. */
const BYTES = 4096;
const POSTGRES = { connections: 1, wait_ms: 1, statement_ms: 1, start_ms: 1 };

export interface FileStore {
  readonly blobs: BlobStore;
  /** Advances the clock by `after_ms` and runs maintenance once. */
  readonly round: (after_ms: number) => Promise<void>;
  /** Deletes `count` messages, the oldest of each chat first. */
  readonly remove: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** @throws the errors of maintenance jobs */
export async function openFileStore(dir: string, files: number): Promise<FileStore> {
  const clock = manualClock(START_S * 1000);
  const fatal = (error: unknown) => {
    throw error;
  };
  const options = { notify: () => {}, fatal, now_ms: () => clock.now(), after: afterRealTime, postgres: POSTGRES };
  const db = await openStore({ database: "sqlite", data_dir: dir }, options);
  const blobs = await openBlobs(join(dir, "media"), clock);
  const chats = await fill(db, join(dir, "media", "blobs"), files);
  let onEnd = () => {};
  // A maintenance round ends by setting the timer of the next one.
  const watched: Clock = {
    now: () => clock.now(),
    elapsed: () => clock.elapsed(),
    after(delay_ms, fire) {
      onEnd();
      return clock.after(delay_ms, fire);
    },
  };
  const retention = new RetentionClock(watched);
  const media = { blobs } as MediaStore;
  const settings = { audit_days: 365, deleted_files_days: 1 };
  const stop = startMaintenance({
    leases: singleProcess().leases,
    db,
    media,
    clock: watched,
    retention,
    settings,
    app: {} as AppContext,
    updateLife: new UpdateLife(),
    onExpired: () => {},
    onError: fatal,
  });
  return {
    blobs,
    async round(after_ms) {
      const ended = new Promise<void>((done) => (onEnd = done));
      clock.advance(after_ms);
      await ended;
    },
    async remove(count) {
      for (let n = 0; n < count; n++) {
        const chat_id = chats[n % chats.length]!;
        await db.write(async (tx) => {
          const message = await findMessage(tx, chat_id, Math.floor(n / chats.length) + 1);
          if (message) await deleteMessage(tx, message);
        });
      }
    },
    async close() {
      await stop();
      await db.close();
    },
  };
}

function openBlobs(folder: string, clock: Clock): Promise<BlobStore> {
  return BlobStore.open(folder, {
    bytes: (length) => Buffer.alloc(length, 1),
    onBytes: () => {},
    turn: yieldToEventLoop,
    after: clock.after,
    now_ms: () => clock.now(),
    reserve_bytes: 0,
    max_temporary_bytes: BYTES,
    expect: async () => {},
  });
}

function afterRealTime(delay_ms: number, fire: () => void): () => void {
  const timer = setTimeout(fire, delay_ms);
  timer.unref();
  return () => clearTimeout(timer);
}

/** Inserts a message and a blob for each file. @returns the chats of the messages */
async function fill(db: Db, folder: string, files: number): Promise<number[]> {
  const chats = Array.from({ length: Math.ceil(files / FILES_OF_CHAT) }, (_, n) => -1_000_000_000_001 - n);
  const fields = {
    sender_id: 1,
    sender_chat_id: null,
    date: OLD_S,
    edit_date: null,
    reply_to: null,
    media_group_id: null,
    thread_id: null,
  };
  for (const [n, chat_id] of chats.entries()) {
    await db.write(async (tx) => {
      await openStream(tx, chat_id);
      for (let message_id = 1; message_id <= Math.min(FILES_OF_CHAT, files - n * FILES_OF_CHAT); message_id++) {
        const sha256 = createHash("sha256").update(`${n} ${message_id}`).digest("hex");
        putBlob(join(folder, sha256.slice(0, 2), sha256.slice(2)));
        const file = { kind: "document", file: 0, sha256, size: BYTES, mime_type: "text/plain" } as const;
        const content = { media: await insertFile(tx, file) };
        await insertMessage(tx, { ...fields, chat_id, message_id, text: "", content });
      }
    });
  }
  return chats;
}

function putBlob(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.alloc(BYTES));
  utimesSync(path, OLD_S, OLD_S);
}
