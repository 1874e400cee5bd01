/** Puts the reader of plain requests in front of a `node:http` server: same port, same answers, less work. */
import { STATUS_CODES, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Answer } from "../../methods/answer.ts";
import { QuickConnection, type QuickOptions } from "./connection.ts";

type FrontOptions = Pick<QuickOptions, "answer" | "keep_alive_s" | "isDraining"> & {
  /** The value of the `Date` header. */
  readonly date: () => string;
};

/**
 * From now on, connections to `server` are read here first. Like `server.closeIdleConnections()`,
 * what it returns closes those on which nothing is being answered.
 */
export function putInFront(server: Server, options: FrontOptions): () => void {
  const connections = new Set<QuickConnection>();
  const listeners = server.listeners("connection") as ((this: Server, socket: Socket) => void)[];
  const quick: QuickOptions = {
    answer: options.answer,
    keep_alive_s: options.keep_alive_s,
    handOver: (socket) => listeners.forEach((listen) => listen.call(server, socket)),
    head: headWriter(options),
    isDraining: options.isDraining,
  };
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    connections.add(new QuickConnection(socket, quick, (connection) => connections.delete(connection)));
  });
  return () => {
    for (const connection of connections) connection.closeIdle();
  };
}

/** Writes the same headers as `node:http` does, in the same order. */
function headWriter({ keep_alive_s, date }: FrontOptions): QuickOptions["head"] {
  const stays = `Connection: keep-alive\r\nKeep-Alive: timeout=${keep_alive_s}\r\n\r\n`;
  return (answer: Answer, length, trace_id, last) => {
    const { status, retry_after, allow } = answer;
    const more =
      (retry_after === undefined ? "" : `Retry-After: ${retry_after}\r\n`) +
      (allow === undefined ? "" : `Allow: ${allow}\r\n`);
    return (
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n` +
      `X-Trace-Id: ${trace_id}\r\n${more}Date: ${date()}\r\n${last ? "Connection: close\r\n\r\n" : stays}`
    );
  };
}
