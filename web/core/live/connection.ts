/** The web socket connection to the server, which reconnects after every failure. */
import type { Frame } from "@heliogram/shared/wire.ts";
import type { Clock } from "../ports/clock.ts";
import type { BrowserStatus } from "../ports/browser-status.ts";

/** Close code of the server for an ended session. */
const SIGNED_OUT = 4001;
/** Close code of a server whose next process takes connections at once (RFC 6455, "Service Restart"). */
const RESTART = 1012;

/** Milliseconds before the first reconnect, doubled after each failure up to the maximum. */
const FIRST_DELAY_MS = 500;
/** Milliseconds before a reconnect after a restart: only so many that not all clients come in the same instant. */
const RESTART_DELAY_MS = 100;
const MAX_DELAY_MS = 20_000;

/** Milliseconds without a frame after which the connection counts as dead: two heartbeats plus a margin for latency. */
const SILENCE_MS = 45_000;

export interface ConnectionDeps {
  readonly clock: Clock;
  /** A random number from 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly browserStatus: BrowserStatus;
  /** Opens a socket. */
  readonly open: () => WebSocket;
  /** `hello` is the first frame after every opening. */
  readonly onFrame: (frame: Frame) => void;
  readonly onClose: () => void;
  readonly onSignedOut: () => void;
}

/** Keeps a connection open. @returns a function that closes it */
export function keepConnected(deps: ConnectionDeps): () => void {
  const { clock, browserStatus } = deps;
  let socket: WebSocket | undefined;
  let failures = 0;
  let cancelTimer = () => {};
  let ended = false;
  let online = browserStatus.isOnline();
  const connect = () => {
    cancelTimer();
    const own = (socket = deps.open());
    silence.restart();
    own.addEventListener("message", ({ data }) => {
      silence.restart();
      const frame = JSON.parse(String(data)) as Frame;
      if (frame.type === "hello") failures = 0;
      deps.onFrame(frame);
    });
    own.addEventListener("close", ({ code }) => {
      if (!ended && socket === own) handleClose(code);
    });
  };
  const handleClose = (code: number | undefined) => {
    socket = undefined;
    silence.stop();
    deps.onClose();
    const delay_ms = code === RESTART ? RESTART_DELAY_MS : backOff(failures++);
    if (code === SIGNED_OUT) deps.onSignedOut();
    else cancelTimer = clock.after(delay_ms * (0.5 + deps.random()), connect);
  };
  // The browser may take minutes to report a dead socket as closed, so a new one is opened at once.
  const silence = new SilenceTimeout(clock, () => {
    const silentSocket = socket;
    handleClose(undefined);
    silentSocket?.close();
  });
  /**
   * Called on changes of the browser's status. Without a network, reconnecting goes on, because the server may run on the
   * same machine. An active page reconnects without a delay.
   */
  const checkConnection = () => {
    const wasOnline = online;
    online = browserStatus.isOnline();
    if (wasOnline && !online) socket?.close();
    else if (socket) silence.check();
    else if (browserStatus.isPageActive()) {
      failures = 0;
      connect();
    }
  };

  const unwatch = browserStatus.watch(checkConnection);
  connect();
  return () => {
    ended = true;
    unwatch();
    cancelTimer();
    silence.stop();
    socket?.close();
  };
}

/** Calls `onTimeout` once after a period without frames. */
class SilenceTimeout {
  readonly #clock: Clock;
  readonly #onTimeout: () => void;
  #since_ms = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(clock: Clock, onTimeout: () => void) {
    this.#clock = clock;
    this.#onTimeout = onTimeout;
  }

  /** Starts the period, and restarts it after every frame. */
  restart(): void {
    this.#since_ms = this.#clock.now_ms();
    this.#cancelTimer ??= this.#clock.after(SILENCE_MS, () => this.check());
  }

  /** Also called when the page becomes active, because timers stop while a machine sleeps. */
  check(): void {
    this.#cancelTimer?.();
    const remaining_ms = this.#since_ms + SILENCE_MS - this.#clock.now_ms();
    this.#cancelTimer = remaining_ms > 0 ? this.#clock.after(remaining_ms, () => this.check()) : undefined;
    if (remaining_ms <= 0) this.#onTimeout();
  }

  stop(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }
}

/** The delay without its jitter of ±50 %, by which clients do not reconnect at the same instant. */
function backOff(failures: number): number {
  return Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** failures);
}

/** Opens the socket to the origin of the page. Bots are told the language, an IETF tag. */
export function openStreamSocket(language: string): WebSocket {
  const origin = location.origin.replace(/^http/, "ws");
  return new WebSocket(`${origin}/api/stream?${new URLSearchParams({ language })}`);
}
