/** The only outgoing HTTP client of the service. */
import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { isIP } from "node:net";
import { Agent } from "undici";
import { checkAddress, checkUrl, isAllowed, NOT_ALLOWED, type EgressRules } from "./addresses.ts";

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

interface Request {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
}

type Take = (piece: Uint8Array) => Promise<void> | void;

/** What differs from the usual way to a receiver; nothing where it is empty. */
export interface Way {
  /** Where names lead, whatever they resolve to. */
  readonly ip_address?: string;
  /** PEM that receivers' certificates are checked against, in the place of the public authorities. */
  readonly certificate?: string;
}

/** A way that is held open for one receiver. */
export interface EgressLine {
  /** As `Egress.post`. */
  readonly post: Egress["post"];
  /** Ends when what is under way has ended. */
  readonly close: () => void;
}

export class Egress {
  readonly #options: EgressOptions;
  readonly #usual: Agent;
  readonly #others = new Set<Agent>();

  constructor(options: EgressOptions) {
    this.#options = options;
    this.#usual = this.#agent({});
  }

  /** Why an address cannot be called, or cannot be called in this way; `null` if it can. */
  check(url: string, { ip_address = "" }: Way = {}): string | null {
    const { rules } = this.#options;
    return checkUrl(url, rules) ?? (ip_address === "" ? null : checkAddress(ip_address, rules));
  }

  /** A way of its own to a receiver, where the usual one will not do. */
  open({ ip_address = "", certificate = "" }: Way): EgressLine {
    if (ip_address === "" && certificate === "") return { post: this.post.bind(this), close: () => {} };
    const agent = this.#agent({ ip_address, certificate });
    this.#others.add(agent);
    return {
      post: (url, headers, body, limits) => this.#post(agent, { method: "POST", url, headers, body }, limits),
      close: () => void agent.close().then(() => this.#others.delete(agent)),
    };
  }

  /** Sends a POST and reads its answer. Redirects are answers like any other. @throws EgressFault when none came */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string | Buffer,
    limits: RequestLimits,
  ): Promise<EgressAnswer> {
    return this.#post(this.#usual, { method: "POST", url, headers, body }, limits);
  }

  /** Fetches what an address holds, piece by piece. @throws EgressFault */
  async download(url: string, limits: RequestLimits, take: Take): Promise<Head> {
    const request = { method: "GET", url, headers: {}, body: null } as const;
    const { fault, ...head } = await this.#request(this.#usual, request, limits, take);
    if (fault) throw fault;
    return head;
  }

  async close(): Promise<void> {
    await Promise.all([this.#usual, ...this.#others].map((agent) => agent.destroy()));
  }

  #agent({ ip_address = "", certificate = "" }: Way): Agent {
    const { connections, resolve = resolveBySystem } = this.#options;
    const find = ip_address === "" ? resolve : async () => [{ address: ip_address, family: isIP(ip_address) }];
    return new Agent({
      connections,
      keepAliveTimeout: 10_000,
      maxHeaderSize: 16 * 1024,
      connect: {
        lookup: this.#lookup.bind(this, find) as never,
        timeout: 10_000,
        ...(certificate === "" ? {} : { ca: certificate }),
      },
    });
  }

  async #post(agent: Agent, request: Request, limits: RequestLimits): Promise<EgressAnswer> {
    const pieces: Buffer[] = [];
    const { fault, ...head } = await this.#request(agent, request, limits, (piece) => {
      pieces.push(Buffer.from(piece));
    });
    return { ...head, body: fault ? Buffer.alloc(0) : Buffer.concat(pieces), fault: fault?.message };
  }

  async #request(
    agent: Agent,
    { method, url: address, headers, body }: Request,
    limits: RequestLimits,
    take: Take,
  ): Promise<Head & { readonly fault: EgressFault | undefined }> {
    const refusal = this.check(address);
    if (refusal !== null) throw new EgressFault(refusal);
    const url = new URL(address);
    const abort = new AbortController();
    const cancel = this.#options.clock.after(limits.timeout_ms, () =>
      abort.abort(new EgressFault("the request timed out")),
    );
    try {
      const answer = await agent.request({
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
    find: Resolve,
    name: string,
    options: { readonly all?: boolean; readonly family?: number | string },
    done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
  ): void {
    find(name).then(
      (found) => {
        const allowed = found.filter(({ address }) => isAllowed(address, this.#options.rules));
        if (allowed.length === 0) {
          const why = found.length === 0 ? "the name of the host is not known" : NOT_ALLOWED;
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

async function readLimited(body: AsyncIterable<Uint8Array>, limit: number, take: Take): Promise<void> {
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
