/** Fetches a file piece by piece, and tells how far it is. */
import { Refusal, Unreachable } from "./failure.ts";
import type { CallOptions } from "./types.ts";

export async function download(
  path: string,
  { signal, onProgress }: Pick<CallOptions, "signal" | "onProgress">,
): Promise<Blob> {
  try {
    const response = await fetch(path, signal ? { signal } : {});
    if (!response.ok || !response.body) throw new Refusal(response.status, `HTTP ${response.status}`, {});
    const total = Number(response.headers.get("Content-Length") ?? 0);
    const pieces: BlobPart[] = [];
    let loaded = 0;
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
      loaded += value.byteLength;
      onProgress?.(total === 0 ? 0 : loaded / total);
    }
    return new Blob(pieces, { type: response.headers.get("Content-Type") ?? "" });
  } catch (error) {
    if (signal?.aborted || error instanceof Refusal) throw error;
    throw new Unreachable("the service cannot be reached");
  }
}
