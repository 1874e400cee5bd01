/** A pool of keep-alive connections for outgoing requests, on `node:http` and `node:https`. */
import { Agent, request as httpRequest, type ClientRequest, type IncomingMessage } from "node:http";
import { Agent as SecureAgent, request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { EgressError } from "./egress-error.ts";

/** How long idle connections are kept. */
const KEEP_ALIVE_MS = 10_000;
/** Timeout of connecting, including the TLS handshake. */
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** The most interim responses (1xx) to one request. They are ignored, but each costs time. */
const MAX_INTERIM = 16;

export interface EgressClock {
  after(delay_ms: number, fire: () => void): () => void;
}

interface PoolOptions {
  readonly clock: EgressClock;
  /** The most connections to one origin. */
  readonly connections: number;
  readonly lookup: LookupFunction;
  /** A trusted PEM certificate; empty for the public authorities. */
  readonly certificate: string;
}

interface PoolRequest {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  /** A stream is destroyed when the request ends. */
  readonly body: Readable | string | Buffer | null;
  readonly signal: AbortSignal;
  /** Longest time in which no part of the body leaves and no response comes, from when the request has a connection. */
  readonly idle_ms?: number | undefined;
}

export class Pool {
  readonly #plain: Agent;
  readonly #secure: SecureAgent;
  readonly #lookup: LookupFunction;
  readonly #clock: EgressClock;
  #running = 0;
  #onIdle: (() => void) | undefined;

  constructor({ clock, connections, lookup, certificate }: PoolOptions) {
    const options = { keepAlive: true, maxSockets: connections, maxFreeSockets: connections, timeout: KEEP_ALIVE_MS };
    this.#plain = new Agent(options);
    this.#secure = new SecureAgent({ ...options, ...(certificate === "" ? {} : { ca: certificate }) });
    this.#lookup = lookup;
    this.#clock = clock;
  }

  /** Sends a request. @returns the response, whose body the caller must read or destroy */
  request(url: URL, { method, headers, body, signal, idle_ms }: PoolRequest): Promise<IncomingMessage> {
    const secure = url.protocol === "https:";
    const open = secure ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const request = open(url, {
        agent: secure ? this.#secure : this.#plain,
        lookup: this.#lookup,
        method,
        headers,
        signal,
        maxHeaderSize: MAX_HEADER_BYTES,
      });
      this.#running += 1;
      request.once("close", () => this.#end());
      request.once("response", resolve).on("error", reject);
      limitConnecting(request, secure, this.#clock);
      limitInterim(request);
      if (idle_ms !== undefined) limitIdle(request, body, idle_ms, this.#clock);
      send(request, body);
    });
  }

  /** Closes the connections when the running requests have ended, then calls `then`. */
  close(then: () => void): void {
    this.#onIdle = () => {
      this.destroy();
      then();
    };
    if (this.#running === 0) this.#onIdle();
  }

  /** Closes all connections at once. */
  destroy(): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }

  #end(): void {
    this.#running -= 1;
    if (this.#running === 0) this.#onIdle?.();
  }
}

function send(request: ClientRequest, body: PoolRequest["body"]): void {
  if (!(body instanceof Readable)) {
    request.end(body ?? undefined);
    return;
  }
  // The response may come before the end of the body: then the rest is not sent.
  body.on("error", (error) => request.destroy(error));
  request.once("close", () => body.destroy());
  body.pipe(request);
}

function limitConnecting(request: ClientRequest, secure: boolean, clock: EgressClock): void {
  request.once("socket", (socket) => {
    if (!socket.connecting) return;
    const late = () => request.destroy(new EgressError("the connection timed out"));
    const stop = clock.after(CONNECT_TIMEOUT_MS, late);
    socket.once(secure ? "secureConnect" : "connect", stop).once("close", stop);
  });
}

function limitIdle(request: ClientRequest, body: PoolRequest["body"], idle_ms: number, clock: EgressClock): void {
  const late = () => request.destroy(new EgressError("the request timed out"));
  let cancel = () => {};
  const renew = () => {
    cancel();
    cancel = clock.after(idle_ms, late);
  };
  request.once("socket", () => {
    renew();
    // A piece of the body is read when the connection has taken those before it.
    if (body instanceof Readable) body.on("data", renew);
  });
  const stop = () => {
    if (body instanceof Readable) body.off("data", renew);
    cancel();
  };
  request.once("response", stop).once("close", stop);
}

function limitInterim(request: ClientRequest): void {
  let count = 0;
  request.on("information", () => {
    count += 1;
    if (count > MAX_INTERIM) request.destroy(new EgressError("there are too many interim answers"));
  });
}
