/** Downloads a file in chunks and reports progress. */
import { ApiError, NetworkError } from "./errors.ts";
import type { CallOptions } from "./types.ts";

export async function download(
  path: string,
  { signal, onProgress }: Pick<CallOptions, "signal" | "onProgress">,
): Promise<Blob> {
  try {
    const response = await fetch(path, signal ? { signal } : {});
    if (!response.ok || !response.body) throw new ApiError(response.status, `HTTP ${response.status}`, {});
    const total = Number(response.headers.get("Content-Length") ?? 0);
    const chunks: BlobPart[] = [];
    let loaded = 0;
    for (const reader = response.body.getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      loaded += value.byteLength;
      onProgress?.(total === 0 ? 0 : loaded / total);
    }
    return new Blob(chunks, { type: response.headers.get("Content-Type") ?? "" });
  } catch (error) {
    if (signal?.aborted || error instanceof ApiError) throw error;
    throw new NetworkError("the service cannot be reached");
  }
}
