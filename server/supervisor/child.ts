/** One process of the service, as its supervisor sees it. */
import { spawn, type ChildProcess, type Serializable } from "node:child_process";
import { constants } from "node:os";
import type { Handle } from "./handle.ts";
import {
  SOCKET_VARIABLE,
  TLS_SOCKET_VARIABLE,
  type FromProcess,
  type PassedConnection,
  type ToProcess,
} from "./messages.ts";

/** The exit code of shells for a program that is not there. */
const NOT_FOUND = 127;
/** The descriptors of the listening sockets in a child process. The channel of messages is between them. */
const SOCKET_FD = 3;
const TLS_SOCKET_FD = 5;

/** Listening sockets, as descriptors of the supervisor. */
export interface Sockets {
  readonly socket_fd: number;
  /** The socket for HTTPS, if there is one. */
  readonly tls_fd?: number | undefined;
}

/** "loading" its program, "loaded" and waiting for its turn, "starting", "serving", "retiring" for another one. */
export type ChildState = "loading" | "loaded" | "starting" | "serving" | "retiring";

export interface ChildEvents {
  loaded(child: Child): void;
  listening(child: Child): void;
  /** A connection for the process that takes over; nobody else closes the handle. */
  passed(message: PassedConnection, handle: Handle): void;
  /** @param code - the exit code, 128 and the number of the signal that ended it */
  ended(child: Child, code: number): void;
}

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

export class Child {
  readonly begun_ms: number;
  state: ChildState = "loading";
  /** The newest schema of a store that its program knows; 0 until it is loaded. */
  schema = 0;
  readonly #process: ChildProcess;

  constructor({ command, args, env }: Program, { socket_fd, tls_fd }: Sockets, now_ms: number, events: ChildEvents) {
    this.begun_ms = now_ms;
    const hasTls = tls_fd !== undefined;
    this.#process = spawn(command, args, {
      stdio: ["inherit", "inherit", "inherit", socket_fd, "ipc", ...(hasTls ? [tls_fd] : [])],
      env: {
        ...env,
        [SOCKET_VARIABLE]: String(SOCKET_FD),
        ...(hasTls ? { [TLS_SOCKET_VARIABLE]: String(TLS_SOCKET_FD) } : {}),
      },
    });
    this.#process.on("message", (message: FromProcess, handle) => {
      if (message.kind === "connection") events.passed(message, handle as unknown as Handle);
      else if (message.kind === "loaded") {
        this.state = "loaded";
        this.schema = message.schema;
        events.loaded(this);
      } else if (message.kind === "listening") {
        this.state = "serving";
        events.listening(this);
      }
    });
    let hasEnded = false;
    const end = (code: number) => {
      if (!hasEnded) events.ended(this, code);
      hasEnded = true;
    };
    // The program may have been removed.
    this.#process.once("error", () => this.#process.pid === undefined && end(NOT_FOUND));
    this.#process.once("exit", (code, signal) => end(code ?? 128 + constants.signals[signal!]));
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  begin(): void {
    this.state = "starting";
    this.#say({ kind: "begin" });
  }

  retire(): void {
    this.state = "retiring";
    this.#say({ kind: "retire" });
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }

  /** Gives it a connection of another process. */
  adopt(message: PassedConnection, handle: Handle): void {
    this.#say(message, handle);
  }

  /** A process that has ended gets no message. Its end is an event of its own. */
  #say(message: ToProcess, handle?: Handle): void {
    const done = () => handle?.close();
    if (this.#process.connected) this.#process.send(message as Serializable, handle as never, {}, done);
    else done();
  }
}
