/** Joins the media store and the outgoing client into what methods know as media. */
import { readFile } from "node:fs/promises";
import type { Egress } from "../egress/egress.ts";
import { EgressFault } from "../egress/egress.ts";
import type { MediaStore } from "../media/media.ts";
import type { MediaPort, ReceivedFile } from "../methods/deps.ts";

/** The largest file fetched from an address, in bytes (behaviour.md §5). */
const MAX_FETCHED = 20 * 1024 * 1024;
const TIMEOUT_MS = 60_000;

export function mediaPort(store: MediaStore, egress: Egress): MediaPort {
  return {
    examine: (upload, kind, hints) => store.examine(upload, kind, hints),
    drop: (upload) => store.blobs.drop(upload),
    read: (upload) => readFile(upload.path),
    fetch: (url) => fetchFile(store, egress, url),
  };
}

async function fetchFile(store: MediaStore, egress: Egress, url: string): Promise<ReceivedFile | { error: string }> {
  const upload = store.blobs.open();
  try {
    const limits = { timeout_ms: TIMEOUT_MS, max_answer_bytes: MAX_FETCHED };
    const { status } = await egress.download(url, limits, async (piece) => {
      if (!upload.write(Buffer.from(piece))) await upload.drained();
    });
    if (status !== 200) {
      await upload.abort();
      return { error: `failed to get HTTP URL content: the answer was ${status}` };
    }
    const file_name = decodeName(new URL(url).pathname.split("/").at(-1) ?? "");
    return { upload: await upload.finish(), ...(file_name === "" ? {} : { file_name }) };
  } catch (error) {
    await upload.abort();
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
