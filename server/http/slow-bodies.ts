/** Ends requests whose bodies come too slowly, and answered ones whose bodies go on and on. */
import type { IncomingMessage, ServerResponse } from "node:http";

export interface BodyDeadlines {
  /** How often the rate of a body is looked at. */
  readonly body_window_ms: number;
  /** The least that must come in that time, while it is our client's turn. */
  readonly body_window_bytes: number;
  /** How long the rest of a body may take that nobody reads, once its request is answered. */
  readonly unread_body_ms: number;
}

interface Watching {
  readonly deadlines: BodyDeadlines;
  readonly after: (delay_ms: number, fire: () => void) => () => void;
  /** Ends the request with 408. */
  readonly onLate: () => void;
}

/** A client hears that its upload is too large when it has sent it all: many read no answer before. */
const READ_TO_THE_END = 413;

/** Watches over the body of a request until it is there. */
export function watchBody(req: IncomingMessage, res: ServerResponse, { deadlines, after, onLate }: Watching): void {
  const { socket } = req;
  let before = socket.bytesRead;
  let cancel = () => {};
  const look = () => {
    if (req.complete || socket.destroyed) return;
    const came = socket.bytesRead - before;
    before = socket.bytesRead;
    // Nobody has begun to read it, or whoever does is busy: the client may not send then.
    const isOurs = req.readableFlowing !== true;
    if (!isOurs && came < deadlines.body_window_bytes) onLate();
    else cancel = after(deadlines.body_window_ms, look);
  };
  const drop = () => {
    if (!req.complete) socket.destroy();
  };
  const stop = () => cancel();
  cancel = after(deadlines.body_window_ms, look);
  req.once("close", stop);
  res.once("finish", () => {
    if (req.complete || res.statusCode === READ_TO_THE_END) return;
    req.once("close", after(deadlines.unread_body_ms, drop));
  });
}
