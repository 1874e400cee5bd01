/** A pool of keep-alive connections for outgoing requests, on `node:http` and `node:https`. */
import { request as httpRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { AccountAgent, SecureAccountAgent, type AccountOptions } from "./account-agents.ts";
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
  /** The most connections of one account to one origin. */
  readonly connections: number;
  readonly lookup: (account_id: number) => LookupFunction;
  /** A trusted PEM certificate; empty for the public authorities. */
  readonly certificate: string;
}

interface PoolRequest {
  /** Whose connections are used. */
  readonly account_id: number;
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  readonly headers: Readonly<Record<string, string>>;
  /** A stream is destroyed when the request ends. */
  readonly body: Readable | string | Buffer | null;
  readonly signal: AbortSignal;
  /** Longest time in which no part of the body leaves and no response comes, from when the request has a connection. */
  readonly idle_ms?: number | undefined;
}

export class Pool {
  readonly #plain: AccountAgent;
  readonly #secure: SecureAccountAgent;
  readonly #lookup: PoolOptions["lookup"];
  readonly #clock: EgressClock;
  #running = 0;
  #onIdle: (() => void) | undefined;

  constructor({ clock, connections, lookup, certificate }: PoolOptions) {
    const options = { keepAlive: true, maxSockets: connections, maxFreeSockets: connections, timeout: KEEP_ALIVE_MS };
    this.#plain = new AccountAgent(options);
    this.#secure = new SecureAccountAgent({ ...options, ...(certificate === "" ? {} : { ca: certificate }) });
    this.#lookup = lookup;
    this.#clock = clock;
  }

  /** Sends a request. @returns the response, whose body the caller must read or destroy */
  request(url: URL, { account_id, method, headers, body, signal, idle_ms }: PoolRequest): Promise<IncomingMessage> {
    const secure = url.protocol === "https:";
    const open = secure ? httpsRequest : httpRequest;
    const options: RequestOptions & AccountOptions = {
      agent: secure ? this.#secure : this.#plain,
      account_id,
      lookup: this.#lookup(account_id),
      method,
      headers,
      signal,
      maxHeaderSize: MAX_HEADER_BYTES,
    };
    return new Promise((resolve, reject) => {
      const request = open(url, options);
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
