/** The only outgoing HTTP client of the service. */
import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { Agent } from "undici";
import { checkUrl, isAllowed, type EgressRules } from "./addresses.ts";

interface Head {
  readonly status: number;
  /** By lower-case name; of repeated ones the first. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface EgressAnswer extends Head {
  /** Empty if it could not be read to its end. */
  readonly body: Buffer;
  /** Why the body could not be read; the status holds all the same. */
  readonly fault: string | undefined;
}

/** A request that got no usable answer. The message says why and names no address of the inner network. */
export class EgressFault extends Error {}

/** Finds all addresses of a name. */
export type Resolve = (name: string) => Promise<readonly LookupAddress[]>;

interface EgressClock {
  after(delay_ms: number, fire: () => void): () => void;
}

export interface EgressOptions {
  readonly rules: EgressRules;
  readonly clock: EgressClock;
  /** Connections to one origin at most. */
  readonly connections: number;
  /** The system's own where it is left out. */
  readonly resolve?: Resolve | undefined;
}

interface RequestLimits {
  readonly timeout_ms: number;
  readonly max_answer_bytes: number;
}

export class Egress {
  readonly #options: EgressOptions;
  readonly #agent: Agent;

  constructor(options: EgressOptions) {
    this.#options = options;
    this.#agent = new Agent({
      connections: options.connections,
      keepAliveTimeout: 10_000,
      maxHeaderSize: 16 * 1024,
      connect: { lookup: this.#lookup.bind(this) as never, timeout: 10_000 },
    });
  }

  /** Why an address cannot be called, or `null`. */
  check(url: string): string | null {
    return checkUrl(url, this.#options.rules);
  }

  /** Sends a POST and reads its answer. Redirects are answers like any other. @throws EgressFault when none came */
  async post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string | Buffer,
    limits: RequestLimits,
  ): Promise<EgressAnswer> {
    const pieces: Buffer[] = [];
    const { fault, ...head } = await this.#request("POST", url, headers, body, limits, (piece) => {
      pieces.push(Buffer.from(piece));
    });
    return { ...head, body: fault ? Buffer.alloc(0) : Buffer.concat(pieces), fault: fault?.message };
  }

  /** Fetches what an address holds, piece by piece. @throws EgressFault */
  async download(url: string, limits: RequestLimits, take: (piece: Uint8Array) => Promise<void> | void): Promise<Head> {
    const { fault, ...head } = await this.#request("GET", url, {}, null, limits, take);
    if (fault) throw fault;
    return head;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #request(
    method: "GET" | "POST",
    address: string,
    headers: Readonly<Record<string, string>>,
    body: string | Buffer | null,
    limits: RequestLimits,
    take: (piece: Uint8Array) => Promise<void> | void,
  ): Promise<Head & { readonly fault: EgressFault | undefined }> {
    const refusal = this.check(address);
    if (refusal !== null) throw new EgressFault(refusal);
    const url = new URL(address);
    const abort = new AbortController();
    const cancel = this.#options.clock.after(limits.timeout_ms, () =>
      abort.abort(new EgressFault("the request timed out")),
    );
    try {
      const answer = await this.#agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: { "user-agent": "Heliogram", ...headers },
        body,
        signal: abort.signal,
        headersTimeout: 0,
        bodyTimeout: 0,
      });
      const fault = await readLimited(answer.body, limits.max_answer_bytes, take).then(
        () => undefined,
        (error: unknown) => asFault(error, abort.signal),
      );
      return { status: answer.statusCode, headers: firstValues(answer.headers), fault };
    } catch (error) {
      throw asFault(error, abort.signal);
    } finally {
      cancel();
    }
  }

  /** Hands the connection none but allowed addresses, so that what was checked is what is connected to. */
  #lookup(
    name: string,
    options: { readonly all?: boolean; readonly family?: number | string },
    done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ): void {
    (this.#options.resolve ?? resolveBySystem)(name).then(
      (found) => {
        const allowed = found.filter(({ address }) => isAllowed(address, this.#options.rules));
        if (allowed.length === 0) {
          const why =
            found.length === 0
              ? "the name of the host is not known"
              : "the address is on a network that is not allowed";
          done(new EgressFault(why), []);
        } else if (options.all) done(null, allowed);
        else done(null, allowed[0]!.address, allowed[0]!.family);
      },
      () => done(new EgressFault("the name of the host is not known"), []),
    );
  }
}

function resolveBySystem(name: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
}

async function readLimited(
  body: AsyncIterable<Uint8Array>,
  limit: number,
  take: (piece: Uint8Array) => Promise<void> | void,
): Promise<void> {
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > limit) throw new EgressFault("the answer is too long");
    await take(piece);
  }
}

function firstValues(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const first: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const one = Array.isArray(value) ? value[0] : value;
    if (one !== undefined) first[name.toLowerCase()] = one;
  }
  return first;
}

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut",
  UND_ERR_SOCKET: "the connection was cut",
  UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
  ETIMEDOUT: "the connection timed out",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the host cannot be reached",
  UND_ERR_HEADERS_OVERFLOW: "the headers of the answer are too long",
};

function asFault(error: unknown, signal: AbortSignal): EgressFault {
  if (signal.aborted && signal.reason instanceof EgressFault) return signal.reason;
  if (error instanceof EgressFault) return error;
  const { code, cause } = error as { code?: string; cause?: unknown };
  if (cause instanceof EgressFault) return cause;
  return new EgressFault(
    SENTENCES[code ?? ""] ?? (/CERT|TLS|SSL/.test(code ?? "") ? "the certificate is not valid" : "the request failed"),
  );
}
