/** Requests to an OpenID provider, as `fetch` for the libraries that speak its protocol. */
import { Endpoint } from "../egress/endpoint.ts";
import type { EgressRules } from "../egress/addresses.ts";
import { EgressError } from "../egress/egress-error.ts";
import type { EndpointOptions } from "../egress/endpoint.ts";
import { ProviderError } from "./provider-error.ts";

export interface FetchOptions {
  readonly clock: EndpointOptions["clock"];
  /** Of addresses on other hosts than the issuer's. */
  readonly rules: EgressRules;
  readonly issuer: string;
  /** A PEM certificate that is trusted instead of the public authorities; empty for the authorities. */
  readonly certificate: string;
}

/** The part of a request that the libraries use. */
interface FetchInit {
  readonly method?: string | undefined;
  readonly headers?: ConstructorParameters<typeof Headers>[0] | undefined;
  readonly body?: unknown;
}

const TIMEOUT_MS = 10_000;
/** Discovery documents and key sets are some kilobytes; the claims of a person with many groups, some more. */
const MAX_RESPONSE_BYTES = 1024 * 1024;
const CONNECTIONS = 20;
/** Statuses without a body. */
const EMPTY = new Set([204, 205, 304]);

export class ProviderFetch {
  readonly #host: string;
  /** The operator has named the issuer, which may be in a private network. */
  readonly #issuer: Endpoint;
  /** What the issuer's documents name elsewhere must be allowed as other outgoing requests are. */
  readonly #elsewhere: Endpoint;

  constructor({ clock, rules, issuer, certificate }: FetchOptions) {
    this.#host = new URL(issuer).hostname;
    const options = { clock, connections: CONNECTIONS, certificate };
    this.#issuer = new Endpoint(options);
    this.#elsewhere = new Endpoint({ ...options, rules });
  }

  /** Sends a request. Redirects are not followed. @throws ProviderError when there is no response */
  async fetch(address: string | URL, { method = "GET", headers, body }: FetchInit = {}): Promise<Response> {
    const url = new URL(address);
    const endpoint = url.hostname === this.#host ? this.#issuer : this.#elsewhere;
    try {
      const response = await endpoint.request({
        method: method === "POST" ? "POST" : "GET",
        url,
        headers: { "user-agent": "Heliogram", ...Object.fromEntries(new Headers(headers)) },
        body: body === undefined || body === null ? null : String(body),
        timeout_ms: TIMEOUT_MS,
        idle_ms: TIMEOUT_MS,
      });
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of endpoint.chunks(response.body, TIMEOUT_MS)) {
        size += chunk.length;
        if (size > MAX_RESPONSE_BYTES) throw new EgressError("the answer is too long");
        chunks.push(chunk);
      }
      const { status } = response;
      return new Response(EMPTY.has(status) ? null : Buffer.concat(chunks), { status, headers: headersOf(response) });
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      throw new ProviderError("unavailable", `${url.hostname}: ${error.message}`, { cause: error });
    }
  }

  close(): void {
    this.#issuer.close();
    this.#elsewhere.close();
  }
}

function headersOf({ headers }: { readonly headers: Readonly<Record<string, string | string[] | undefined>> }) {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) all.set(name, String(value));
  return all;
}
