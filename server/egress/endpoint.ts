/**
 * The client of an endpoint that the operator has configured, such as an S3 store or an OpenID provider. Its address is
 * not restricted unless the options say so, and bodies are streamed in both directions.
 */
import { Readable } from "node:stream";
import { checkUrl, type EgressRules } from "./addresses.ts";
import { asEgressError, EgressError } from "./egress-error.ts";
import { allowedLookup, type ResolveName } from "./lookup.ts";
import { Pool, type EgressClock } from "./pool.ts";
import { resolveBySystem } from "./system-names.ts";

export interface EndpointOptions {
  /** Not the clock of tests: what it measures happens on other machines. */
  readonly clock: EgressClock;
  /** The most connections. Further requests wait, and the time of waiting counts as time of the request. */
  readonly connections: number;
  /** A PEM certificate that is trusted instead of the public authorities; empty for the authorities. */
  readonly certificate: string;
  /** By default the resolver of the system. */
  readonly resolve?: ResolveName | undefined;
  /** For addresses that the endpoint itself has named; by default all are allowed. */
  readonly rules?: EgressRules;
}

export interface EndpointRequest {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream is destroyed when the request ends. */
  readonly body: Readable | string | null;
  /** Milliseconds to the head of the response, with waiting for a connection and sending the body. */
  readonly timeout_ms: number;
  /** Longest time in which no part of the body leaves and no response comes, from when the request has a connection. */
  readonly idle_ms: number;
}

export interface EndpointResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Must be read or destroyed. */
  readonly body: Readable;
}

/** Requests to the endpoint are the service's own. */
const NO_ACCOUNT = 0;
const NO_RULES = { allow: [], allow_everything: true };

export class Endpoint {
  readonly #pool: Pool;
  readonly #clock: EgressClock;
  readonly #rules: EgressRules;

  constructor({ clock, connections, certificate, resolve = resolveBySystem, rules = NO_RULES }: EndpointOptions) {
    this.#clock = clock;
    this.#rules = rules;
    this.#pool = new Pool({ clock, connections, certificate, lookup: () => allowedLookup(resolve, rules) });
  }

  /** Sends a request. Redirects are not followed. @throws EgressError when there is no response, and errors of reading the body */
  async request({ url, timeout_ms, ...request }: EndpointRequest): Promise<EndpointResponse> {
    // Names are checked when they are looked up, but addresses are not looked up.
    const refusal = checkUrl(url.href, this.#rules);
    if (refusal !== null) throw new EgressError(refusal);
    const abort = new AbortController();
    const cancel = this.#clock.after(timeout_ms, () => abort.abort(new EgressError("the request timed out")));
    try {
      const response = await this.#pool.request(url, { ...request, account_id: NO_ACCOUNT, signal: abort.signal });
      return { status: response.statusCode!, headers: response.headers, body: response };
    } catch (error) {
      const { body } = request;
      if (body instanceof Readable && body.errored) throw body.errored;
      throw asEgressError(error, abort.signal);
    } finally {
      cancel();
    }
  }

  /**
   * The chunks of a response. The connection is closed if the reader stops early.
   * @param idle_ms the longest time to wait for a chunk; the time that the reader takes does not count
   * @throws EgressError
   */
  async *chunks(body: Readable, idle_ms: number): AsyncGenerator<Buffer> {
    const late = () => body.destroy(new EgressError("the answer stopped"));
    let cancel = this.#clock.after(idle_ms, late);
    try {
      for await (const chunk of body as AsyncIterable<Buffer>) {
        cancel();
        yield chunk;
        cancel = this.#clock.after(idle_ms, late);
      }
    } catch (error) {
      throw asEgressError(error);
    } finally {
      cancel();
      body.destroy();
    }
  }

  /** Closes all connections. */
  close(): void {
    this.#pool.destroy();
  }
}
