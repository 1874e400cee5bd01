/** Writes API responses with `node:http`. */
import type { ServerResponse } from "node:http";
import type { ApiResponse } from "../methods/engine/api-response.ts";

/** Writes a response, unless the connection is closed or a response was written. */
export function writeResponse(res: ServerResponse, response: ApiResponse, trace_id: string): void {
  if (res.destroyed || res.headersSent) return;
  if (response.transport === "reset") {
    res.socket?.resetAndDestroy();
    return;
  }
  const headers: Record<string, string | number> = {
    "Content-Type": "application/json",
    "Content-Length": response.gzip?.length ?? Buffer.byteLength(response.body),
    "X-Trace-Id": trace_id,
  };
  if (response.gzip) headers["Content-Encoding"] = "gzip";
  if (response.retry_after !== undefined) headers["Retry-After"] = response.retry_after;
  if (response.allow !== undefined) headers.Allow = response.allow;
  if (response.set_cookie !== undefined) headers["Set-Cookie"] = response.set_cookie;
  res.writeHead(response.status, headers);
  if (response.transport) {
    res.write(cutBody(response.body, response.transport.cut_at), () => res.destroy());
    return;
  }
  res.end(response.gzip ?? response.body);
}

/** The first bytes of a body, and never all of them: the client waits for the rest. */
export function cutBody(body: string, bytes: number): Buffer {
  const whole = Buffer.from(body);
  return whole.subarray(0, Math.min(bytes, whole.length - 1));
}
