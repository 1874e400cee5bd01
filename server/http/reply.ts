/** Puts answers on the wire. */
import type { ServerResponse } from "node:http";
import type { Answer } from "../methods/answer.ts";

/** Writes an answer, unless the caller has gone. */
export function reply(res: ServerResponse, answer: Answer, trace_id: string): void {
  if (res.destroyed || res.headersSent) return;
  const headers: Record<string, string | number> = {
    "Content-Type": "application/json",
    "Content-Length": answer.gzip?.length ?? Buffer.byteLength(answer.body),
    "X-Trace-Id": trace_id,
  };
  if (answer.gzip) headers["Content-Encoding"] = "gzip";
  if (answer.retry_after !== undefined) headers["Retry-After"] = answer.retry_after;
  if (answer.allow !== undefined) headers.Allow = answer.allow;
  if (answer.set_cookie !== undefined) headers["Set-Cookie"] = answer.set_cookie;
  res.writeHead(answer.status, headers);
  res.end(answer.gzip ?? answer.body);
}
