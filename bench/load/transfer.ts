/** Uploads and downloads over a plain socket, so that the cost of the client is small. */
import { connect, type Socket } from "node:net";
import { parseResponseHead } from "./response-head.ts";
import { FILE_BYTES, CHUNK } from "./big-file.ts";

const RECEIVE_BYTES = 1024 * 1024;

/**
 * Uploads the big file between the beginning and the end of a multipart body.
 *
 * @returns the body of the response
 * @throws Error if the status is not 200
 */
export async function upload(port: number, path: string, type: string, head: string, tail: string): Promise<string> {
  const length = head.length + FILE_BYTES + tail.length;
  const request = `POST ${path} HTTP/1.1\r\nHost: bench\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n${head}`;
  const chunks: Buffer[] = [];
  await exchange(
    port,
    (chunk) => chunks.push(Buffer.from(chunk)),
    (socket) => {
      socket.write(request);
      let left = FILE_BYTES / CHUNK.length;
      const more = () => {
        while (left > 0) {
          left -= 1;
          if (!socket.write(CHUNK)) {
            socket.once("drain", more);
            return;
          }
        }
        if (tail !== "") socket.write(tail);
      };
      more();
    },
  );
  return Buffer.concat(chunks).toString().split("\r\n\r\n")[1] ?? "";
}

/** @returns the number of bytes received @throws Error if the status is not 200 */
export function download(port: number, path: string): Promise<number> {
  return exchange(port, undefined, (socket) => socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`));
}

/** Sends one request. @returns the size of the response body */
function exchange(
  port: number,
  onBody: ((chunk: Uint8Array) => void) | undefined,
  send: (socket: Socket) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let missing: number | undefined;
    let body_bytes = 0;
    const take = (chunk: Uint8Array) => {
      if (missing === undefined) {
        const head = parseResponseHead(Buffer.from(chunk));
        if (!head) throw new Error("the response head is incomplete");
        if (head.status !== 200) throw new Error(`status ${head.status}: ${Buffer.from(chunk).toString()}`);
        [missing, body_bytes] = [head.size, head.body];
      }
      onBody?.(chunk);
      missing -= chunk.length;
      if (missing > 0) return;
      socket.destroy();
      resolve(body_bytes);
    };
    const onread = {
      buffer: Buffer.alloc(RECEIVE_BYTES),
      callback(size: number, buffer: Uint8Array) {
        try {
          take(buffer.subarray(0, size));
        } catch (error) {
          socket.destroy();
          reject(error as Error);
        }
        return true;
      },
    };
    const socket = connect({ port, host: "127.0.0.1", noDelay: true, onread }, () => send(socket));
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the connection was closed before the response was complete")));
  });
}
