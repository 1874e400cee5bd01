/** The client for outgoing requests to addresses that people give: webhooks and URLs of files. */
import { isIP } from "node:net";
import { ConcurrencyLimit } from "../concurrency/concurrency-limit.ts";
import { MemoryBudget } from "../concurrency/memory-budget.ts";
import { checkAddress, checkUrl, isAllowed, literalOf, type EgressRules } from "./addresses.ts";
import { readTarget } from "./basic-authorization.ts";
import { asEgressError, EgressError } from "./egress-error.ts";
import { allowedLookup, Lookups, type Resolve } from "./lookup.ts";
import { Pool, type EgressClock } from "./pool.ts";
import { systemNames } from "./system-names.ts";

export interface ResponseHead {
  readonly status: number;
  /** By lower-case name; the first of repeated headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The IP address that has answered; "" where the connection ended meanwhile. */
  readonly ip_address: string;
}

export interface EgressResponse extends ResponseHead {
  /** Empty if it could not be read completely. */
  readonly body: Buffer;
  /** Why the body could not be read. The status is valid nevertheless. */
  readonly error: string | undefined;
  /** To be called when the body is not used any more: its memory counts as the account's until then. */
  readonly release: () => void;
}

export interface EgressOptions {
  readonly rules: EgressRules;
  readonly clock: EgressClock;
  /** The most connections of one account to one origin. */
  readonly connections: number;
  /** By default the names that the system knows. */
  readonly resolve?: Resolve | undefined;
}

interface RequestLimits {
  /** The account in whose name the request is sent. Its requests wait for one another, and for those of nobody else. */
  readonly account_id: number;
  readonly timeout_ms: number;
  readonly max_response_bytes: number;
}

interface Request {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
}

/** Takes the next part of a body. If it returns false, the rest is not read. */
type OnChunk = (chunk: Buffer) => Promise<boolean | void> | boolean | void;

/** Takes a response as it arrives. */
export interface ResponseReader {
  /** The head has arrived. @returns whether the body is to be read */
  readonly onHead: (head: ResponseHead) => boolean;
  readonly onChunk: OnChunk;
}

/** Options of the connections to one receiver. */
export interface ConnectOptions {
  /** The IP address to connect to, instead of resolving the host name. */
  readonly ip_address?: string;
  /** A PEM certificate that is trusted instead of the public authorities. */
  readonly certificate?: string;
}

/** The client of one receiver, with connections of its own. */
export interface EgressClient {
  /** As `Egress.post`. */
  readonly post: Egress["post"];
  /** Closes the connections when the running requests have ended. */
  readonly close: () => void;
}

/** Requests of one account at a time. Further ones wait. */
const MAX_REQUESTS_PER_ACCOUNT = 200;

/**
 * What bodies of responses may hold of one account and of all, from their first byte until they have been used. Six of
 * the longest replies to webhooks fit into the first.
 */
const RESPONSE_MEMORY = { uncounted_bytes: 16 * 1024, key_bytes: 64 * 1024 * 1024, all_bytes: 256 * 1024 * 1024 };

export class Egress {
  readonly #options: EgressOptions;
  readonly #lookups: Lookups;
  readonly #requests = new ConcurrencyLimit<number>({
    max_running: Infinity,
    max_running_per_key: MAX_REQUESTS_PER_ACCOUNT,
  });
  readonly #responses = new MemoryBudget<number>(RESPONSE_MEMORY);
  readonly #defaultPool: Pool;
  readonly #customPools = new Set<Pool>();
  readonly #counts = { open: 0, answered: 0, failed: 0 };

  constructor(options: EgressOptions) {
    const { clock, rules, resolve } = options;
    const asksOtherSources = rules.allow_everything || rules.allow.length > 0;
    this.#options = options;
    this.#lookups = new Lookups(resolve ?? systemNames({ clock, asksOtherSources }), clock);
    this.#defaultPool = this.#pool({});
  }

  /** Why requests to a URL are refused, with these options; `null` if they are not. */
  check(url: string, { ip_address = "" }: ConnectOptions = {}): string | null {
    const { rules } = this.#options;
    return checkUrl(url, rules) ?? (ip_address === "" ? null : checkAddress(ip_address, rules));
  }

  /**
   * The IP address to which a valid URL leads now: its own, or the first of its host name that is allowed. "" if there is
   * none, or the name is not found. A connection looks the name up again.
   */
  async addressOf(url: string, account_id: number): Promise<string> {
    const parsed = new URL(url);
    const literal = literalOf(parsed);
    if (literal !== undefined) return literal;
    try {
      const found = await this.#lookups.find(parsed.hostname, account_id);
      return found.find(({ address }) => isAllowed(address, this.#options.rules))?.address ?? "";
    } catch (error) {
      if (error instanceof EgressError) return "";
      throw error;
    }
  }

  /** Returns a client for a receiver, with connections of its own if the options require it. */
  open({ ip_address = "", certificate = "" }: ConnectOptions): EgressClient {
    if (ip_address === "" && certificate === "") return { post: this.post.bind(this), close: () => {} };
    const pool = this.#pool({ ip_address, certificate });
    this.#customPools.add(pool);
    return {
      post: (url, headers, body, limits) => this.#post(pool, { method: "POST", url, headers, body }, limits),
      close: () => pool.close(() => this.#customPools.delete(pool)),
    };
  }

  /**
   * Sends a POST request and reads the response. A user name and password in the URL become Basic authorization.
   * Redirects are not followed. @throws EgressError when there is no response
   */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string | Buffer,
    limits: RequestLimits,
  ): Promise<EgressResponse> {
    return this.#post(this.#defaultPool, { method: "POST", url, headers, body }, limits);
  }

  /** Sends a GET request and passes the body on in chunks. The URL must hold no credentials. @throws EgressError */
  async download(url: string, limits: RequestLimits, onChunk: OnChunk): Promise<ResponseHead> {
    if (URL.canParse(url) && readTarget(url).authorization !== undefined)
      throw new EgressError("the address must not hold a user name or a password");
    return this.get(url, {}, limits, { onHead: () => true, onChunk });
  }

  /**
   * Sends a GET request and passes the response on as it arrives. Redirects are not followed. A response whose rest is not
   * read closes its connection. @throws EgressError
   */
  async get(
    url: string,
    headers: Readonly<Record<string, string>>,
    limits: RequestLimits,
    reader: ResponseReader,
  ): Promise<ResponseHead> {
    const request = { method: "GET", url, headers, body: null } as const;
    const { fault, ...head } = await this.#request(this.#defaultPool, request, limits, reader);
    if (fault) throw fault;
    return head;
  }

  /** Requests that run or wait, and how many have got a response or none. */
  get counts(): { readonly open: number; readonly answered: number; readonly failed: number } {
    return this.#counts;
  }

  close(): void {
    this.#lookups.close();
    for (const pool of [this.#defaultPool, ...this.#customPools]) pool.destroy();
  }

  #pool({ ip_address = "", certificate = "" }: ConnectOptions): Pool {
    const { clock, connections, rules } = this.#options;
    const fixed = [{ address: ip_address, family: isIP(ip_address) }];
    const lookup = (account_id: number) =>
      allowedLookup(async (name) => (ip_address === "" ? this.#lookups.find(name, account_id) : fixed), rules);
    return new Pool({ clock, connections, lookup, certificate });
  }

  async #post(pool: Pool, request: Request, limits: RequestLimits): Promise<EgressResponse> {
    const chunks: Buffer[] = [];
    let size = 0;
    const { hold, release } = this.#responses.share(limits.account_id);
    try {
      const onChunk = (chunk: Buffer) => {
        size += chunk.length;
        if (!hold(size)) throw new EgressError("too many long answers came at a time");
        chunks.push(chunk);
      };
      const { fault, ...head } = await this.#request(pool, request, limits, { onHead: () => true, onChunk });
      if (fault) release();
      return { ...head, body: fault ? Buffer.alloc(0) : Buffer.concat(chunks), error: fault?.message, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  async #request(
    pool: Pool,
    request: Request,
    limits: RequestLimits,
    reader: ResponseReader,
  ): Promise<ResponseHead & { readonly fault: EgressError | undefined }> {
    const refusal = this.check(request.url);
    if (refusal !== null) throw new EgressError(refusal);
    const counts = this.#counts;
    counts.open += 1;
    try {
      const head = await this.#requests.run(limits.account_id, () => this.#send(pool, request, limits, reader));
      counts.answered += 1;
      return head;
    } catch (error) {
      counts.failed += 1;
      throw error;
    } finally {
      counts.open -= 1;
    }
  }

  async #send(
    pool: Pool,
    { method, url, headers, body }: Request,
    { account_id, timeout_ms, max_response_bytes }: RequestLimits,
    { onHead, onChunk }: ResponseReader,
  ): Promise<ResponseHead & { readonly fault: EgressError | undefined }> {
    const abort = new AbortController();
    const late = () => abort.abort(new EgressError("the request timed out"));
    const cancel = this.#options.clock.after(timeout_ms, late);
    const { target, authorization } = readTarget(url);
    try {
      const response = await pool.request(target, {
        account_id,
        method,
        headers: { "user-agent": "Heliogram", ...(authorization && { authorization }), ...headers },
        body,
        signal: abort.signal,
      });
      // Before the end of the response, which may close the connection.
      const ip_address = response.socket.remoteAddress ?? "";
      const head = { status: response.statusCode!, headers: firstValues(response.headersDistinct), ip_address };
      if (!onHead(head)) {
        response.destroy();
        return { ...head, fault: undefined };
      }
      const fault = await readLimited(response, max_response_bytes, onChunk).then(
        () => undefined,
        (error: unknown) => asEgressError(error, abort.signal),
      );
      return { ...head, fault };
    } catch (error) {
      throw asEgressError(error, abort.signal);
    } finally {
      cancel();
    }
  }
}

async function readLimited(body: AsyncIterable<Buffer>, limit: number, onChunk: OnChunk): Promise<void> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > limit) throw new EgressError("the answer is too long");
    if ((await onChunk(chunk)) === false) return;
  }
}

function firstValues(headers: NodeJS.Dict<string[]>): Record<string, string> {
  const first: Record<string, string> = {};
  for (const [name, [value] = []] of Object.entries(headers)) if (value !== undefined) first[name] = value;
  return first;
}
