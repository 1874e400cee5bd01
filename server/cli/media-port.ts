/** Joins the media store and the outgoing client into what methods know as media. */
import { readFile } from "node:fs/promises";
import type { Egress } from "../egress/egress.ts";
import { EgressFault } from "../egress/fault.ts";
import type { MediaStore } from "../media/media.ts";
import { AtOnce } from "../media/at-once.ts";
import { MediaBusy } from "../media/upload.ts";
import type { MediaPort, ReceivedFile } from "../methods/deps.ts";
import { TooMany } from "../domain/too-many.ts";

/** The largest file fetched from an address, in bytes (behaviour.md §5). */
const MAX_FETCHED = 20 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
/** Fetches under way: each may hold a connection for a minute, as its other end likes. */
const FETCHES = { of_one: 10, of_all: 100, retry_after_s: 5 };

export function mediaPort(store: MediaStore, egress: Egress): MediaPort {
  const fetches = new AtOnce(FETCHES);
  return {
    examine: (sent) => asTooMany(store.examine(sent)),
    drop: (upload) => store.blobs.drop(upload),
    read: (upload) => readFile(upload.path),
    fetch: (url, account_id) => asTooMany(fetches.run(account_id, () => fetchFile(store, egress, url, account_id))),
  };
}

async function fetchFile(
  store: MediaStore,
  egress: Egress,
  url: string,
  account_id: number,
): Promise<ReceivedFile | { error: string }> {
  const upload = store.blobs.uploadsOf(account_id).open({ field: "" });
  let fault: unknown;
  const take = async (piece: Uint8Array) => {
    try {
      if (!upload.write(Buffer.from(piece))) await upload.drained();
    } catch (error) {
      fault = error;
      throw error;
    }
  };
  try {
    const limits = { timeout_ms: TIMEOUT_MS, max_answer_bytes: MAX_FETCHED };
    const { status } = await egress.download(url, limits, take);
    if (status !== 200) {
      await upload.abort();
      return { error: `failed to get HTTP URL content: the answer was ${status}` };
    }
    const file_name = decodeName(new URL(url).pathname.split("/").at(-1) ?? "");
    return { upload: await upload.finish(), ...(file_name === "" ? {} : { file_name }) };
  } catch (error) {
    await upload.abort();
    // The client calls everything a fault of the address, also a disk that is full.
    if (fault !== undefined) throw fault;
    if (error instanceof EgressFault) return { error: `failed to get HTTP URL content: ${error.message}` };
    throw error;
  }
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name).slice(0, 255);
  } catch {
    return name.slice(0, 255);
  }
}

/** What the media store has no time for is answered with 429. */
async function asTooMany<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof MediaBusy ? new TooMany(error.retry_after_s) : error;
  }
}
