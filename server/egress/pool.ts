/** Kept-alive connections for outgoing requests, over `node:http` and `node:https`, which skip interim answers (1xx). */
import { Agent, request as httpRequest, type ClientRequest, type IncomingMessage } from "node:http";
import { Agent as SecureAgent, request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { EgressFault } from "./fault.ts";

/** How long a connection that is not in use is kept. */
const KEEP_ALIVE_MS = 10_000;
/** How long a connection may take to be there, with TLS. */
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** Interim answers (1xx) to one request. They mean nothing here, and each costs time. */
const MAX_INTERIM = 16;

export interface EgressClock {
  after(delay_ms: number, fire: () => void): () => void;
}

interface PoolOptions {
  readonly clock: EgressClock;
  /** Connections to one origin at most. */
  readonly connections: number;
  readonly lookup: LookupFunction;
  /** PEM that certificates are checked against; empty for the public authorities. */
  readonly certificate: string;
}

interface PoolRequest {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
  readonly signal: AbortSignal;
}

export class Pool {
  readonly #plain: Agent;
  readonly #secure: SecureAgent;
  readonly #lookup: LookupFunction;
  readonly #clock: EgressClock;
  #under_way = 0;
  #onIdle: (() => void) | undefined;

  constructor({ clock, connections, lookup, certificate }: PoolOptions) {
    const options = { keepAlive: true, maxSockets: connections, maxFreeSockets: connections, timeout: KEEP_ALIVE_MS };
    this.#plain = new Agent(options);
    this.#secure = new SecureAgent({ ...options, ...(certificate === "" ? {} : { ca: certificate }) });
    this.#lookup = lookup;
    this.#clock = clock;
  }

  /** Sends a request. @returns its answer, whose body is to be read or destroyed */
  request(url: URL, { method, headers, body, signal }: PoolRequest): Promise<IncomingMessage> {
    const secure = url.protocol === "https:";
    const send = secure ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const request = send(url, {
        agent: secure ? this.#secure : this.#plain,
        lookup: this.#lookup,
        method,
        headers,
        signal,
        maxHeaderSize: MAX_HEADER_BYTES,
      });
      this.#under_way += 1;
      request.once("close", () => this.#end());
      request.once("response", resolve).on("error", reject);
      limitConnecting(request, secure, this.#clock);
      limitInterim(request);
      request.end(body ?? undefined);
    });
  }

  /** Ends when what is under way has ended. */
  close(then: () => void): void {
    this.#onIdle = () => {
      this.destroy();
      then();
    };
    if (this.#under_way === 0) this.#onIdle();
  }

  /** Cuts off what is under way. */
  destroy(): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }

  #end(): void {
    this.#under_way -= 1;
    if (this.#under_way === 0) this.#onIdle?.();
  }
}

function limitConnecting(request: ClientRequest, secure: boolean, clock: EgressClock): void {
  request.once("socket", (socket) => {
    if (!socket.connecting) return;
    const late = () => request.destroy(new EgressFault("the connection timed out"));
    const stop = clock.after(CONNECT_TIMEOUT_MS, late);
    socket.once(secure ? "secureConnect" : "connect", stop).once("close", stop);
  });
}

function limitInterim(request: ClientRequest): void {
  let count = 0;
  request.on("information", () => {
    count += 1;
    if (count > MAX_INTERIM) request.destroy(new EgressFault("there are too many interim answers"));
  });
}
