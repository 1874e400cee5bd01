/** People and bots that send files without end, and somebody who downloads them. */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Json } from "../../support/json.ts";
import type { History, Outcome, Send } from "../history.ts";
import { tryCall } from "./calls.ts";
import type { SenderOptions } from "./senders.ts";

const PAUSE_MS = 250;
const AGAIN_MS = 250;
/** Most files go up in one request; one in so many is larger than 16 MiB, and goes up in parts (files.md). */
const LARGE_EVERY = 30;
const LARGE_BYTES = 17 * 1024 * 1024;
const SMALL_BYTES = 2000;
const STEP_BYTES = 30_000;
const STEPS = 7;
/** Longer than the service repeats requests to a store that fails, so that the outcome is learned. */
const LIMIT_MS = 40_000;
const DOWNLOAD_LIMIT_MS = 10_000;
/** The download is of one of the last so many. */
const RECENT = 30;

/** A file that was acknowledged. */
interface SentFile {
  readonly text: string;
  readonly file: string;
  /** Where its sender may download it, below the address of the service. */
  readonly path: string;
  readonly access_token: string | undefined;
}

/** Files that were acknowledged, in order. */
export type SentFiles = SentFile[];

export interface FileSenderOptions extends SenderOptions {
  /** What the ids of its files are appended to. */
  readonly downloads: string;
  readonly sent: SentFiles;
}

/** Sends files until the end. A person repeats a call under its key until the outcome is known. */
export async function sendFilesWithoutEnd(options: FileSenderOptions): Promise<void> {
  const { history, name, author, chats, ended, sent, downloads, access_token } = options;
  for (let n = 1; !ended.aborted; n++) {
    const [chat_id, text] = [chats[n % chats.length]!, `${name}/${n}`];
    const bytes = bytesOf(text, n % LARGE_EVERY === 0 ? LARGE_BYTES : SMALL_BYTES + STEP_BYTES * (n % STEPS));
    const key = author === "person" ? { key: `file-of-${name.replace(" ", "-")}-${n}` } : {};
    const action: Send = { what: "send", chat_id, text, author, ...key, file: digestOf(bytes) };
    let file_id = "";
    for (let isKnown = false; !isKnown;) {
      const outcome = await history.record(name, action, async () => {
        const posted = await post(options, action, bytes);
        if (posted.how !== "ok") return posted;
        const message: Json = posted.result;
        file_id = message.document.file_id;
        return { how: "ok", result: { message_id: message.message_id } };
      });
      isKnown = outcome.how !== "unknown" || author === "bot" || ended.aborted;
      if (!isKnown) await sleep(AGAIN_MS);
    }
    if (file_id !== "") sent.push({ text, file: action.file!, path: downloads + file_id, access_token });
    await sleep(PAUSE_MS);
  }
}

function post({ url, access_token }: SenderOptions, { chat_id, text, key }: Send, bytes: Buffer): Promise<Outcome> {
  const form = new FormData();
  form.set("chat_id", String(chat_id));
  form.set("caption", text);
  form.set("document", new Blob([Uint8Array.from(bytes)]), "file.bin");
  return tryCall(`${url}/sendDocument`, form, {
    limit_ms: LIMIT_MS,
    ...(access_token === undefined ? {} : { access_token }),
    ...(key === undefined ? {} : { key }),
  });
}

export interface DownloaderOptions {
  readonly history: History;
  /** The address of the service. */
  readonly url: string;
  readonly sent: SentFiles;
  readonly ended: AbortSignal;
  readonly fraction: () => number;
}

/** Downloads files that were sent lately, until the end. */
export async function downloadWithoutEnd(options: DownloaderOptions): Promise<void> {
  const { history, url, sent, ended, fraction } = options;
  while (!ended.aborted) {
    await sleep(PAUSE_MS);
    const one = sent.at(-1 - Math.floor(fraction() * Math.min(RECENT, sent.length)));
    if (!one) continue;
    const { text, file, path, access_token } = one;
    await history.record("downloader", { what: "download", text, file }, () => download(url + path, access_token));
  }
}

/** @returns the SHA-256 of what came */
export async function download(url: string, access_token?: string): Promise<Outcome> {
  try {
    const answer = await fetch(url, {
      headers: access_token === undefined ? {} : { authorization: `Bearer ${access_token}` },
      signal: AbortSignal.timeout(DOWNLOAD_LIMIT_MS),
    });
    if (answer.status !== 200) return { how: "refused", why: `${answer.status} ${await answer.text()}` };
    return { how: "ok", result: digestOf(new Uint8Array(await answer.arrayBuffer())) };
  } catch (error) {
    return { how: "unknown", why: (error as Error).name };
  }
}

/** The same bytes for the same text. */
function bytesOf(text: string, length: number): Buffer {
  return createHash("shake128", { outputLength: length }).update(text).digest();
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
