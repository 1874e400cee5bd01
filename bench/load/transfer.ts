/** Big bodies up and down over a plain socket, so that the client is not what is measured. */
import { connect, type Socket } from "node:net";
import { answerHead } from "./answer.ts";
import { FILE_BYTES, PIECE } from "./file.ts";

const RECEIVE_BYTES = 1024 * 1024;

/**
 * Uploads the big file between a head and a tail of a body.
 *
 * @returns the body of the answer
 * @throws Error if the answer is not 200
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
      let left = FILE_BYTES / PIECE.length;
      const more = () => {
        while (left > 0) {
          left -= 1;
          if (!socket.write(PIECE)) {
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

/** @returns how many bytes came back @throws Error if the answer is not 200 */
export function download(port: number, path: string): Promise<number> {
  return exchange(port, undefined, (socket) => socket.write(`GET ${path} HTTP/1.1\r\nHost: bench\r\n\r\n`));
}

/** One request, one answer. @returns the bytes of the body of the answer */
function exchange(
  port: number,
  keep: ((chunk: Uint8Array) => void) | undefined,
  send: (socket: Socket) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    let missing: number | undefined;
    let body_bytes = 0;
    const take = (chunk: Uint8Array) => {
      if (missing === undefined) {
        const head = answerHead(Buffer.from(chunk));
        if (!head) throw new Error("the head of an answer came in pieces");
        if (head.status !== 200) throw new Error(`answered ${head.status}: ${Buffer.from(chunk).toString()}`);
        [missing, body_bytes] = [head.size, head.body];
      }
      keep?.(chunk);
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
    socket.once("close", () => reject(new Error("the connection was closed before the answer was whole")));
  });
}
