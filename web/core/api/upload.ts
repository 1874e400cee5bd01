/** Uploads form data by XMLHttpRequest, because `fetch` does not report upload progress. */
import type { Clock } from "../ports/clock.ts";
import { NetworkError } from "./errors.ts";
import type { CallOptions, RawResponse } from "./types.ts";

/** Milliseconds without progress after which an upload fails; the server has the same limit. */
const STALL_MS = 120_000;
/**
 * Milliseconds to wait for the response: on a slow network, much data is still in transit when the browser reports the
 * end of the upload.
 */
const ANSWER_MS = 600_000;

export function upload(
  clock: Clock,
  path: string,
  form: FormData,
  headers: Readonly<Record<string, string>>,
  { signal, onProgress }: CallOptions,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const failed = () => {
      reject(new NetworkError("the service cannot be reached"));
      request.abort();
    };
    let cancelTimer = clock.after(STALL_MS, failed);
    const restartTimer = (timeout_ms: number) => {
      cancelTimer();
      cancelTimer = clock.after(timeout_ms, failed);
    };
    request.open("POST", path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      restartTimer(STALL_MS);
      onProgress?.(total === 0 ? 0 : loaded / total);
    });
    request.upload.addEventListener("load", () => restartTimer(ANSWER_MS));
    request.addEventListener("load", () => resolve(replyOf(request)));
    request.addEventListener("error", failed);
    request.addEventListener("abort", () => reject(signal?.reason as Error));
    request.addEventListener("loadend", () => cancelTimer());
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}

function replyOf(request: XMLHttpRequest): RawResponse {
  const retry_after = request.getResponseHeader("Retry-After");
  return { status: request.status, text: request.responseText, retry_after };
}
