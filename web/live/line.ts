/** The line to the service: a web socket that is opened again whenever it breaks. */
import type { Frame } from "@heliogram/shared/frames.ts";
import type { Clock } from "../ports/clock.ts";
import type { Surroundings } from "../ports/surroundings.ts";

/** Closed by the service because the session has ended. */
const SIGNED_OUT = 4001;

/** Milliseconds before the first attempt after a break, doubled with each up to the last. */
const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 20_000;

/** Milliseconds without a word after which the line is dead, whatever the socket says: two beats, and something for the way. */
const SILENCE_MS = 45_000;

export interface LineDeps {
  readonly clock: Clock;
  /** By chance, 0 up to, but not including, 1. */
  readonly fraction: () => number;
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
    silence.begin();
    own.addEventListener("message", ({ data }) => {
      silence.begin();
      const frame = JSON.parse(String(data)) as Frame;
      if (frame.type === "hello") failures = 0;
      deps.onFrame(frame);
    });
    own.addEventListener("close", ({ code }) => {
      if (!ended && socket === own) broken(code === SIGNED_OUT);
    });
  };
  const broken = (signedOut: boolean) => {
    socket = undefined;
    silence.end();
    deps.onBreak();
    if (signedOut) deps.onSignedOut();
    else callOff = clock.after(pauseAfter(failures++, deps.fraction()), connect);
  };
  // A dead line may take minutes to be told closed: it is left as it is, and another one opened.
  const silence = new Silence(clock, () => {
    const dead = socket;
    broken(false);
    dead?.close();
  });
  /**
   * When the network goes, the line is broken already. A machine without any network may still run the service itself, so
   * it is tried on all the same. Somebody who looks again need not wait.
   */
  const look = () => {
    const wasOnline = online;
    online = surroundings.isOnline();
    if (wasOnline && !online) socket?.close();
    else if (socket) silence.look();
    else if (surroundings.isVisible()) {
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
    silence.end();
    socket?.close();
  };
}

/** Tells once when nothing has been heard for too long. */
class Silence {
  readonly #clock: Clock;
  readonly #onDead: () => void;
  #since_ms = 0;
  #callOff: (() => void) | undefined;

  constructor(clock: Clock, onDead: () => void) {
    this.#clock = clock;
    this.#onDead = onDead;
  }

  /** From now on, and anew with every word. */
  begin(): void {
    this.#since_ms = this.#clock.now_ms();
    this.#callOff ??= this.#clock.after(SILENCE_MS, () => this.look());
  }

  /** Also to be called when somebody looks: timers stand still while a machine sleeps. */
  look(): void {
    this.#callOff?.();
    const rest_ms = this.#since_ms + SILENCE_MS - this.#clock.now_ms();
    this.#callOff = rest_ms > 0 ? this.#clock.after(rest_ms, () => this.look()) : undefined;
    if (rest_ms <= 0) this.#onDead();
  }

  end(): void {
    this.#callOff?.();
    this.#callOff = undefined;
  }
}

/** Between half of it and half as much again: after a restart, not all clients come in the same instant. */
function pauseAfter(failures: number, fraction: number): number {
  return Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + fraction);
}

/** Opens the stream of the service that the page came from. */
export function openStream(): WebSocket {
  return new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/stream`);
}
