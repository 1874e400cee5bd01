/** A signal for calls that wait, which need not go on when their client has left. */
import type { RouteRequest } from "./server.ts";

/**
 * Aborts when the client's connection is closed or half-closed before its response: a client that half-closes during a
 * long poll is taken to have left.
 */
export function disconnectSignal({ req, res }: RouteRequest): AbortSignal {
  const controller = new AbortController();
  const leave = () => controller.abort();
  const { socket } = req;
  if (res.closed || socket.destroyed || socket.readableEnded) leave();
  socket.once("end", leave);
  res.once("close", () => {
    socket.off("end", leave);
    leave();
  });
  return controller.signal;
}
