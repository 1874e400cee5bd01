/** The media port of the methods, made of the media store and the egress client. */
import { readFile } from "node:fs/promises";
import { ConcurrencyLimit } from "../concurrency/concurrency-limit.ts";
import type { Egress } from "../egress/egress.ts";
import { EgressError } from "../egress/egress-error.ts";
import { decodedFileName, fileNameOf } from "../media/file-name.ts";
import type { MediaStore } from "../media/media.ts";
import type { MediaPort, ReceivedFile } from "../methods/engine/deps.ts";
import { TooManyRequests } from "../domain/too-many-requests.ts";

/** The largest file fetched from a URL (behaviour.md §5). */
const MAX_FETCHED_BYTES = 20 * 1024 * 1024;
const TIMEOUT_MS = 60_000;
/** Concurrent fetches are limited because a slow server can keep each of them open for a minute. */
const MAX_FETCHES = 100;
const MAX_FETCHES_PER_ACCOUNT = 10;
const FETCH_RETRY_AFTER_S = 5;

export function mediaPort(store: MediaStore, egress: Egress): MediaPort {
  const fetches = new ConcurrencyLimit<number>({
    max_running: MAX_FETCHES,
    max_running_per_key: MAX_FETCHES_PER_ACCOUNT,
    max_waiting_per_key: 0,
    refusal: () => new TooManyRequests(FETCH_RETRY_AFTER_S),
  });
  return {
    examine: (sent) => store.examine(sent),
    drop: (upload) => store.blobs.drop(upload),
    read: (upload) => readFile(upload.path),
    fetch: (url, account_id) => fetches.run(account_id, () => fetchFile(store, egress, url, account_id)),
  };
}

async function fetchFile(
  store: MediaStore,
  egress: Egress,
  url: string,
  account_id: number,
): Promise<ReceivedFile | { error: string }> {
  const upload = store.blobs.uploadsOf(account_id).open({ field: "" });
  let write_error: unknown;
  const onChunk = async (chunk: Uint8Array) => {
    try {
      if (!upload.write(Buffer.from(chunk))) await upload.drained();
    } catch (error) {
      write_error = error;
      throw error;
    }
  };
  try {
    const limits = { account_id, timeout_ms: TIMEOUT_MS, max_response_bytes: MAX_FETCHED_BYTES };
    const { status } = await egress.download(url, limits, onChunk);
    if (status !== 200) {
      await upload.abort();
      return { error: `failed to get HTTP URL content: the answer was ${status}` };
    }
    const file_name = fileNameOf(decodedFileName(new URL(url).pathname));
    return { upload: await upload.finish(), ...(file_name === "" ? {} : { file_name }) };
  } catch (error) {
    await upload.abort();
    // The egress client reports every error as an EgressError, also a failed write to disk.
    if (write_error !== undefined) throw write_error;
    if (error instanceof EgressError) return { error: `failed to get HTTP URL content: ${error.message}` };
    throw error;
  }
}
