/** Puts the reader of plain requests in front of a `node:http` server: same port, same answers, less work. */
import { STATUS_CODES, type Server } from "node:http";
import type { Socket } from "node:net";
import type { Answer } from "../../methods/answer.ts";
import { refuseLate } from "../connections.ts";
import { COMMON_LINES } from "../headers.ts";
import { QuickConnection, type QuickOptions } from "./connection.ts";

type FrontOptions = Pick<QuickOptions, "answer" | "headers_ms" | "keep_alive_ms" | "isDraining" | "turns"> & {
  /** The value of the `Date` header. */
  readonly date: () => string;
  /** Calls once after a time, unless what it returns is called before. */
  readonly after: (delay_ms: number, fire: () => void) => () => void;
};

/** How often requests that do not become whole are looked for: at the second look they are left to `node:http`. */
const LOOK_MS = 5000;

const ALWAYS = `${COMMON_LINES}Content-Type: application/json\r\n`;

/** The connections of this reader. */
export interface Front {
  /** Closes those on which nothing is being answered, as `server.closeIdleConnections()` does. */
  closeIdle(): void;
  /** Closes all. */
  closeAll(): void;
}

/** From now on, connections to `server` are read here first. */
export function putInFront(server: Server, options: FrontOptions): Front {
  const connections = new Set<QuickConnection>();
  const listeners = server.listeners("connection") as ((this: Server, socket: Socket) => void)[];
  const handOver = (socket: Socket) => listeners.forEach((listen) => listen.call(server, socket));
  const quick: QuickOptions = {
    answer: options.answer,
    headers_ms: options.headers_ms,
    keep_alive_ms: options.keep_alive_ms,
    handOver,
    refuseLate(socket) {
      handOver(socket);
      refuseLate(server, socket);
    },
    head: headWriter(options),
    isDraining: options.isDraining,
    turns: options.turns,
  };
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    connections.add(new QuickConnection(socket, quick, (connection) => connections.delete(connection)));
  });
  const look = () => {
    for (const connection of connections) connection.look();
    cancel = options.after(LOOK_MS, look);
  };
  let cancel = options.after(LOOK_MS, look);
  return {
    closeIdle() {
      cancel();
      for (const connection of connections) connection.closeIdle();
    },
    closeAll() {
      for (const connection of connections) connection.close();
    },
  };
}

/** Writes the same headers as `node:http` does, in the same order. */
function headWriter({ keep_alive_ms, date }: FrontOptions): QuickOptions["head"] {
  const stays = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keep_alive_ms / 1000)}\r\n\r\n`;
  return (answer: Answer, length, trace_id, last) => {
    const { status, retry_after, allow } = answer;
    const more =
      (retry_after === undefined ? "" : `Retry-After: ${retry_after}\r\n`) +
      (allow === undefined ? "" : `Allow: ${allow}\r\n`);
    return (
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${ALWAYS}Content-Length: ${length}\r\n` +
      `X-Trace-Id: ${trace_id}\r\n${more}Date: ${date()}\r\n${last ? "Connection: close\r\n\r\n" : stays}`
    );
  };
}
