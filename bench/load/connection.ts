/** One connection in a closed loop: a request, its whole answer, the next request. */
import { connect, type Socket } from "node:net";
import { answerHead } from "./answer.ts";

export interface Answered {
  readonly status: number;
  readonly bytes: number;
  /** When the request was sent, on the clock of `performance.now()`. */
  readonly sent_ms: number;
}

/** Opens a kept-alive connection that sends nothing yet. */
export function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });
}

/**
 * Asks again and again, until `tell`, which hears of every answer, returns false.
 *
 * @throws Error if the connection breaks or an answer cannot be read
 */
export function keepAsking(
  socket: Socket,
  requests: readonly Buffer[],
  first: number,
  tell: (answered: Answered) => boolean,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let turn = first;
    let sent_ms = 0;
    let early: Buffer | undefined;
    let status = 0;
    let bytes = 0;
    let missing = 0;
    const ask = () => {
      sent_ms = performance.now();
      socket.write(requests[turn++ % requests.length]!);
    };
    const begin = (chunk: Buffer) => {
      const whole = early ? Buffer.concat([early, chunk]) : chunk;
      const head = answerHead(whole);
      early = head ? undefined : whole;
      if (!head) return false;
      ({ status, size: bytes } = head);
      missing = bytes - whole.length;
      return true;
    };
    socket.on("data", (chunk: Buffer) => {
      if (missing > 0) missing -= chunk.length;
      else if (!begin(chunk)) return;
      if (missing > 0) return;
      if (tell({ status, bytes, sent_ms })) ask();
      else socket.end(resolve);
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the server closed a connection")));
    ask();
  });
}
