/** Sends a form with files and tells how far it is: `fetch` cannot. */
import { Unreachable } from "./failure.ts";
import type { CallOptions, Reply } from "./types.ts";

export function upload(
  path: string,
  form: FormData,
  headers: Readonly<Record<string, string>>,
  { signal, onProgress }: CallOptions,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total));
    request.addEventListener("load", () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener("error", () => reject(new Unreachable("the service cannot be reached")));
    request.addEventListener("abort", () => reject(signal?.reason as Error));
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
