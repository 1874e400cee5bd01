/** Ends requests whose body arrives too slowly, and answered requests whose body does not end. */
import type { IncomingMessage, ServerResponse } from "node:http";

export interface BodyDeadlines {
  /** How often the rate of a body is checked. */
  readonly body_window_ms: number;
  /** The least that must arrive in that time while the service is reading. */
  readonly body_window_bytes: number;
  /** How long the unread rest of a body may take after the response. */
  readonly unread_body_ms: number;
}

interface Watching {
  readonly deadlines: BodyDeadlines;
  readonly after: (delay_ms: number, fire: () => void) => () => void;
  /** Ends the request with 408. */
  readonly onLate: () => void;
}

/** After 413 the whole body is read, because many clients read no response before they have sent everything. */
const PAYLOAD_TOO_LARGE = 413;

/** Enforces the deadlines for the body of a request until it is complete. */
export function enforceBodyDeadlines(
  req: IncomingMessage,
  res: ServerResponse,
  { deadlines, after, onLate }: Watching,
): void {
  const { socket } = req;
  let before = socket.bytesRead;
  let cancel = () => {};
  const check = () => {
    if (req.complete || socket.destroyed) return;
    const received_bytes = socket.bytesRead - before;
    before = socket.bytesRead;
    // While the body is not being read, backpressure keeps the client from sending.
    const isPaused = req.readableFlowing !== true;
    if (!isPaused && received_bytes < deadlines.body_window_bytes) onLate();
    else cancel = after(deadlines.body_window_ms, check);
  };
  const drop = () => {
    if (!req.complete) socket.destroy();
  };
  const stop = () => cancel();
  cancel = after(deadlines.body_window_ms, check);
  req.once("close", stop);
  res.once("finish", () => {
    if (req.complete || res.statusCode === PAYLOAD_TOO_LARGE) return;
    req.once("close", after(deadlines.unread_body_ms, drop));
  });
}
