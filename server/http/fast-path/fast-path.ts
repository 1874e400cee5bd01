/** Installs the fast path in front of a `node:http` server: the same port and the same responses with less work. */
import { STATUS_CODES, type Server } from "node:http";
import type { Socket } from "node:net";
import type { ApiResponse } from "../../methods/engine/api-response.ts";
import { refuseTimedOut } from "../connections.ts";
import { BOT_API_HEADER_LINES } from "../cross-origin.ts";
import { COMMON_HEADER_LINES } from "../security-headers.ts";
import type { TakeConnection } from "../take-connection.ts";
import { FastPathConnection, type FastPathOptions } from "./connection.ts";

type InstallOptions = Pick<FastPathOptions, "handle" | "headers_ms" | "keep_alive_ms" | "isDraining" | "schedule"> & {
  /** The value of the `Date` header. */
  readonly date: () => string;
  /** Calls `fire` once after a delay. @returns a function that cancels the call */
  readonly after: (delay_ms: number, fire: () => void) => () => void;
};

/**
 * How often incomplete requests are looked for. A request that is incomplete in two checks is handed to `node:http`.
 */
const CHECK_MS = 5000;

/** All requests here are of the bot API. */
const ALWAYS = `${COMMON_HEADER_LINES}${BOT_API_HEADER_LINES}Content-Type: application/json\r\n`;

/** The connections of the fast path. */
export interface FastPath {
  /** Closes connections without a response in progress, like `server.closeIdleConnections()`. */
  closeIdle(): void;
  /** From now on, connections without a response in progress are passed on. */
  passIdle(take: TakeConnection): void;
  /** Serves a connection on which another process has answered. */
  adopt(socket: Socket): void;
  /** Closes all. */
  closeAll(): void;
}

/** From now on, connections to `server` are read by the fast path first. */
export function installFastPath(server: Server, options: InstallOptions): FastPath {
  const connections = new Set<FastPathConnection>();
  const listeners = server.listeners("connection") as ((this: Server, socket: Socket) => void)[];
  const handOver = (socket: Socket) => listeners.forEach((listen) => listen.call(server, socket));
  const connectionOptions: FastPathOptions = {
    handle: options.handle,
    headers_ms: options.headers_ms,
    keep_alive_ms: options.keep_alive_ms,
    handOver,
    refuseTimedOut(socket) {
      handOver(socket);
      refuseTimedOut(server, socket);
    },
    head: headWriter(options),
    isDraining: options.isDraining,
    schedule: options.schedule,
    takeIdle: () => take,
  };
  let take: TakeConnection | undefined;
  const add = (socket: Socket, isNew: boolean) => {
    const onClose = (connection: FastPathConnection) => connections.delete(connection);
    connections.add(new FastPathConnection(socket, connectionOptions, onClose, isNew));
  };
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => add(socket, true));
  const checkProgress = () => {
    for (const connection of connections) connection.checkProgress();
    cancel = options.after(CHECK_MS, checkProgress);
  };
  let cancel = options.after(CHECK_MS, checkProgress);
  return {
    closeIdle() {
      cancel();
      for (const connection of connections) connection.closeIdle();
    },
    passIdle(taken) {
      cancel();
      take = taken;
      for (const connection of connections) connection.passIdle(taken);
    },
    adopt: (socket) => add(socket, false),
    closeAll() {
      for (const connection of connections) connection.close();
    },
  };
}

/** Writes the same headers as `node:http`, in the same order. */
function headWriter({ keep_alive_ms, date }: InstallOptions): FastPathOptions["head"] {
  const stays = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keep_alive_ms / 1000)}\r\n\r\n`;
  return (response: ApiResponse, length, trace_id, last) => {
    const { status, retry_after, allow } = response;
    const more =
      (retry_after === undefined ? "" : `Retry-After: ${retry_after}\r\n`) +
      (allow === undefined ? "" : `Allow: ${allow}\r\n`);
    return (
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "unknown"}\r\n${ALWAYS}Content-Length: ${length}\r\n` +
      `X-Trace-Id: ${trace_id}\r\n${more}Date: ${date()}\r\n${last ? "Connection: close\r\n\r\n" : stays}`
    );
  };
}
