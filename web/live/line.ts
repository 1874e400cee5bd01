/** The line to the service: a web socket that is opened again whenever it breaks. */
import type { Frame } from "@heliogram/shared/frames.ts";
import type { Clock } from "../ports/clock.ts";
import type { Surroundings } from "../ports/surroundings.ts";

/** Closed by the service because the session has ended. */
const SIGNED_OUT = 4001;

/** Milliseconds before the first attempt after a break, doubled with each up to the last. */
const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 20_000;

export interface LineDeps {
  readonly clock: Clock;
  readonly surroundings: Surroundings;
  /** Opens a socket; browsers have `WebSocket` for it. */
  readonly open: () => WebSocket;
  /** `hello` comes first after every opening. */
  readonly onFrame: (frame: Frame) => void;
  readonly onBreak: () => void;
  readonly onSignedOut: () => void;
}

/** Keeps a line open. @returns a function that ends it */
export function keepLine(deps: LineDeps): () => void {
  const { clock, surroundings } = deps;
  let socket: WebSocket | undefined;
  let failures = 0;
  let callOff = () => {};
  let ended = false;
  let online = surroundings.isOnline();

  const connect = () => {
    callOff();
    const own = (socket = deps.open());
    own.addEventListener("message", ({ data }) => {
      const frame = JSON.parse(String(data)) as Frame;
      if (frame.type === "hello") failures = 0;
      deps.onFrame(frame);
    });
    own.addEventListener("close", ({ code }) => {
      if (ended || socket !== own) return;
      socket = undefined;
      deps.onBreak();
      if (code === SIGNED_OUT) deps.onSignedOut();
      else callOff = clock.after(pauseAfter(failures++), connect);
    });
  };
  /**
   * When the network goes, the line is broken already. A machine without any network may still run the service itself, so
   * it is tried on all the same. Somebody who looks again need not wait.
   */
  const look = () => {
    const wasOnline = online;
    online = surroundings.isOnline();
    if (wasOnline && !online) socket?.close();
    else if (!socket && surroundings.isVisible()) {
      failures = 0;
      connect();
    }
  };

  const unwatch = surroundings.watch(look);
  connect();
  return () => {
    ended = true;
    unwatch();
    callOff();
    socket?.close();
  };
}

function pauseAfter(failures: number): number {
  return Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures);
}

/** Opens the stream of the service that the page came from. */
export function openStream(): WebSocket {
  return new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/stream`);
}
