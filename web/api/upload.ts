/** Sends a form with files and tells how far it is: `fetch` cannot. */
import type { Clock } from "../ports/clock.ts";
import { Unreachable } from "./failure.ts";
import type { CallOptions, Reply } from "./types.ts";

/** Milliseconds without a byte passing after which an upload is given up: the service itself waits no longer. */
const STALL_MS = 120_000;
/** Milliseconds for the answer: a slow line still has much to carry when the browser has let go of the last byte. */
const ANSWER_MS = 600_000;

export function upload(
  clock: Clock,
  path: string,
  form: FormData,
  headers: Readonly<Record<string, string>>,
  { signal, onProgress }: CallOptions,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const lost = () => {
      reject(new Unreachable("the service cannot be reached"));
      request.abort();
    };
    let callOff = clock.after(STALL_MS, lost);
    const waitOn = (patience_ms: number) => {
      callOff();
      callOff = clock.after(patience_ms, lost);
    };
    request.open("POST", path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      waitOn(STALL_MS);
      onProgress?.(total === 0 ? 0 : loaded / total);
    });
    request.upload.addEventListener("load", () => waitOn(ANSWER_MS));
    request.addEventListener("load", () => resolve(replyOf(request)));
    request.addEventListener("error", lost);
    request.addEventListener("abort", () => reject(signal?.reason as Error));
    request.addEventListener("loadend", () => callOff());
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}

function replyOf(request: XMLHttpRequest): Reply {
  const retry_after = request.getResponseHeader("Retry-After");
  return { status: request.status, text: request.responseText, retry_after };
}
