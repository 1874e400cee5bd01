/** One connection in a closed loop: it sends the next request when the response is complete. */
import { connect, type Socket } from "node:net";
import { parseResponseHead } from "./response-head.ts";

export interface CompletedRequest {
  readonly status: number;
  readonly bytes: number;
  /** When the request was sent, by `performance.now()`. */
  readonly sent_ms: number;
}

/** Opens a connection. */
export function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });
}

/**
 * Sends requests until `onResponse`, which is called for every response, returns false.
 *
 * @throws Error if the connection breaks or a response cannot be parsed
 */
export function requestInLoop(
  socket: Socket,
  requests: readonly Buffer[],
  first: number,
  onResponse: (answered: CompletedRequest) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let next = first;
    let sent_ms = 0;
    let incomplete: Buffer | undefined;
    let status = 0;
    let bytes = 0;
    let missing = 0;
    const send = () => {
      sent_ms = performance.now();
      socket.write(requests[next++ % requests.length]!);
    };
    const parseHead = (chunk: Buffer) => {
      const bytes_so_far = incomplete ? Buffer.concat([incomplete, chunk]) : chunk;
      const head = parseResponseHead(bytes_so_far);
      incomplete = head ? undefined : bytes_so_far;
      if (!head) return false;
      ({ status, size: bytes } = head);
      missing = bytes - bytes_so_far.length;
      return true;
    };
    socket.on("data", (chunk: Buffer) => {
      if (missing > 0) missing -= chunk.length;
      else if (!parseHead(chunk)) return;
      if (missing > 0) return;
      if (onResponse({ status, bytes, sent_ms })) send();
      else socket.end(resolve);
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the server closed a connection")));
    send();
  });
}
