/** Accepts encrypted connections, whose requests are read like those of all others. */
import type { AddressInfo, Socket } from "node:net";
import { createServer, TLSSocket, type Server } from "node:tls";
import type { ConnectionLimits } from "./connection-limits.ts";

/** Milliseconds that a handshake may take. */
const HANDSHAKE_MS = 10_000;

/** A certificate with those that it is signed by, and its private key, both in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** Where it listens. */
export interface TlsPlace {
  readonly host: string;
  readonly port: number;
  /** The descriptor of a socket that is bound already, in place of both. */
  readonly socket_fd?: number | undefined;
}

/** Connections that wait to be accepted, as during a restart. The kernel has a lower limit. */
const BACKLOG = 16_384;

export interface TlsListenerOptions {
  readonly certificate: Certificate;
  /** Limits of connections before their handshake. They count until they are closed. */
  readonly limits: ConnectionLimits;
  /** Takes a connection after its handshake. */
  readonly serve: (socket: Socket) => void;
}

export class TlsListener {
  readonly #server: Server;
  /** By the address of the client. */
  readonly #handshaking = new Map<string, Socket>();
  #ended = () => {};

  /** @throws Error when the certificate cannot be used, or the key is not its own */
  constructor({ certificate, limits, serve }: TlsListenerOptions) {
    this.#server = createServer(
      {
        ...certificate,
        ALPNProtocols: ["http/1.1"],
        handshakeTimeout: HANDSHAKE_MS,
        noDelay: true,
        allowHalfOpen: true,
      },
      (socket) => {
        this.#endHandshake(clientOf(socket));
        // Each reader has its own handler; this one is for connections that no reader gets.
        socket.on("error", () => socket.destroy());
        serve(socket);
      },
    );
    const accept = this.#server.listeners("connection") as ((this: Server, socket: Socket) => void)[];
    this.#server.removeAllListeners("connection");
    this.#server.on("connection", (socket: Socket) => {
      if (!limits.accept(socket)) return;
      const client = clientOf(socket);
      this.#handshaking.set(client, socket);
      socket.once("close", () => this.#endHandshake(client));
      for (const listen of accept) listen.call(this.#server, socket);
    });
    this.#server.on("tlsClientError", (_error, socket) => socket.destroy());
  }

  /** @returns the port */
  async listen({ host, port, socket_fd }: TlsPlace): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const place = socket_fd === undefined ? { host, port } : { fd: socket_fd };
    this.#server.once("error", reject).listen({ ...place, backlog: BACKLOG }, resolve);
    await promise;
    this.#server.off("error", reject);
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections from now on get this certificate. @throws Error as the constructor does; then they get the former one */
  renew(certificate: Certificate): void {
    this.#server.setSecureContext({ ...certificate });
  }

  /** Accepts no connection any more. Those after their handshake go on, and handshakes end. */
  stopListening(): void {
    this.#server.close();
  }

  /** Connections whose handshake has not ended. */
  get handshakes(): number {
    return this.#handshaking.size;
  }

  /** Resolves when there are none. */
  async handshakesEnded(): Promise<void> {
    if (this.#handshaking.size > 0) await new Promise<void>((ended) => (this.#ended = ended));
  }

  /** Closes connections whose handshake has not ended. */
  endHandshakes(): void {
    for (const socket of this.#handshaking.values()) socket.destroy();
  }

  #endHandshake(client: string): void {
    this.#handshaking.delete(client);
    if (this.#handshaking.size === 0) this.#ended();
  }
}

/** Whether a connection is encrypted by this process. */
export function isEncrypted(socket: Socket): boolean {
  return socket instanceof TLSSocket;
}

function clientOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
