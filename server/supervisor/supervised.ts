/** The side of a process that a supervisor has started. */
import type { Socket } from "node:net";
import { socketOf, takeHandle, type Handle } from "./handle.ts";
import { SOCKET_VARIABLE, TLS_SOCKET_VARIABLE, type FromProcess, type ToProcess } from "./messages.ts";

/** The link to the supervisor. */
export class Supervised {
  /** The descriptor of the listening socket. */
  readonly socket_fd: number;
  /** That of the socket for HTTPS, if there is one. */
  readonly tls_fd: number | undefined;
  readonly #send: NonNullable<typeof process.send>;
  readonly #acts: { [Kind in ToProcess["kind"]]?: (handle: Handle, message: ToProcess) => void } = {};
  /** Connections that came before they can be served. */
  readonly #early: Socket[] = [];
  readonly #sending = new Set<Promise<void>>();

  private constructor(socket_fd: number, tls_fd: number | undefined, send: NonNullable<typeof process.send>) {
    this.socket_fd = socket_fd;
    this.tls_fd = tls_fd;
    this.#send = send;
    this.#acts.connection = (handle, message) => this.#early.push(received(handle, message));
    process.on("message", (message: ToProcess, handle) => {
      this.#acts[message.kind]?.(handle as unknown as Handle, message);
    });
  }

  /** The link of this process; `undefined` if no supervisor has started it. @param env - its environment */
  static ofProcess(env: Record<string, string | undefined>): Supervised | undefined {
    const { [SOCKET_VARIABLE]: fd, [TLS_SOCKET_VARIABLE]: tls_fd } = env;
    // No child process takes them for its own.
    for (const name of [SOCKET_VARIABLE, TLS_SOCKET_VARIABLE]) delete env[name];
    if (fd === undefined || process.send === undefined) return undefined;
    return new Supervised(Number(fd), tls_fd === undefined ? undefined : Number(tls_fd), process.send.bind(process));
  }

  /** Says that the program is loaded, and waits until no other process has the store. */
  async turn(schema: number): Promise<void> {
    const begun = new Promise<void>((begin) => (this.#acts.begin = () => begin()));
    this.#say({ kind: "loaded", schema });
    await begun;
  }

  /** Says that the process listens. `adopt` gets each connection that another process has passed on. */
  listening(adopt: (socket: Socket) => void): void {
    this.#acts.connection = (handle, message) => adopt(received(handle, message));
    for (const socket of this.#early.splice(0)) adopt(socket);
    this.#say({ kind: "listening" });
  }

  /** @param act - is called when the process has to end for another one */
  onRetire(act: () => void): void {
    this.#acts.retire = act;
  }

  /** @param act - is called when the supervisor has ended */
  onGone(act: () => void): void {
    process.once("disconnect", act);
  }

  /** Gives a connection to the process that takes over. */
  pass(socket: Socket, unread: Buffer): void {
    const handle = takeHandle(socket);
    if (!handle) return;
    const message: FromProcess = { kind: "connection", unread: unread.toString("base64") };
    const sent = new Promise<void>((done) => {
      this.#send(message, handle as never, {}, () => handle.close(done));
    });
    this.#sending.add(sent);
    void sent.then(() => this.#sending.delete(sent));
  }

  /** Resolves when every connection is on its way, or cannot be passed any more. */
  async passed(): Promise<void> {
    await Promise.all(this.#sending);
  }

  #say(message: FromProcess): void {
    // A supervisor that has ended is noticed by `onGone`.
    this.#send(message, undefined, {}, () => {});
  }
}

function received(handle: Handle, message: ToProcess): Socket {
  return socketOf(handle, Buffer.from(message.kind === "connection" ? message.unread : "", "base64"));
}
