/** The only outgoing HTTP client of the service. */
import { isIP } from "node:net";
import { checkAddress, checkUrl, type EgressRules } from "./addresses.ts";
import { EgressFault } from "./fault.ts";
import { allowedLookup, resolveBySystem, type Resolve } from "./lookup.ts";
import { Pool, type EgressClock } from "./pool.ts";

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

type Take = (piece: Buffer) => Promise<void> | void;

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
  readonly #usual: Pool;
  readonly #others = new Set<Pool>();

  constructor(options: EgressOptions) {
    this.#options = options;
    this.#usual = this.#pool({});
  }

  /** Why an address cannot be called, or cannot be called in this way; `null` if it can. */
  check(url: string, { ip_address = "" }: Way = {}): string | null {
    const { rules } = this.#options;
    return checkUrl(url, rules) ?? (ip_address === "" ? null : checkAddress(ip_address, rules));
  }

  /** A way of its own to a receiver, where the usual one will not do. */
  open({ ip_address = "", certificate = "" }: Way): EgressLine {
    if (ip_address === "" && certificate === "") return { post: this.post.bind(this), close: () => {} };
    const pool = this.#pool({ ip_address, certificate });
    this.#others.add(pool);
    return {
      post: (url, headers, body, limits) => this.#post(pool, { method: "POST", url, headers, body }, limits),
      close: () => pool.close(() => this.#others.delete(pool)),
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

  close(): void {
    for (const pool of [this.#usual, ...this.#others]) pool.destroy();
  }

  #pool({ ip_address = "", certificate = "" }: Way): Pool {
    const { clock, connections, rules, resolve = resolveBySystem } = this.#options;
    const find = ip_address === "" ? resolve : async () => [{ address: ip_address, family: isIP(ip_address) }];
    return new Pool({ clock, connections, lookup: allowedLookup(find, rules), certificate });
  }

  async #post(pool: Pool, request: Request, limits: RequestLimits): Promise<EgressAnswer> {
    const pieces: Buffer[] = [];
    const { fault, ...head } = await this.#request(pool, request, limits, (piece) => {
      pieces.push(piece);
    });
    return { ...head, body: fault ? Buffer.alloc(0) : Buffer.concat(pieces), fault: fault?.message };
  }

  async #request(
    pool: Pool,
    { method, url, headers, body }: Request,
    { timeout_ms, max_answer_bytes }: RequestLimits,
    take: Take,
  ): Promise<Head & { readonly fault: EgressFault | undefined }> {
    const refusal = this.check(url);
    if (refusal !== null) throw new EgressFault(refusal);
    const abort = new AbortController();
    const late = () => abort.abort(new EgressFault("the request timed out"));
    const cancel = this.#options.clock.after(timeout_ms, late);
    try {
      const answer = await pool.request(new URL(url), {
        method,
        headers: { "user-agent": "Heliogram", ...headers },
        body,
        signal: abort.signal,
      });
      const fault = await readLimited(answer, max_answer_bytes, take).then(
        () => undefined,
        (error: unknown) => asFault(error, abort.signal),
      );
      return { status: answer.statusCode!, headers: firstValues(answer.headersDistinct), fault };
    } catch (error) {
      throw asFault(error, abort.signal);
    } finally {
      cancel();
    }
  }
}

async function readLimited(body: AsyncIterable<Buffer>, limit: number, take: Take): Promise<void> {
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > limit) throw new EgressFault("the answer is too long");
    await take(piece);
  }
}

function firstValues(headers: NodeJS.Dict<string[]>): Record<string, string> {
  const first: Record<string, string> = {};
  for (const [name, [value] = []] of Object.entries(headers)) if (value !== undefined) first[name] = value;
  return first;
}

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut",
  EPIPE: "the connection was cut",
  ETIMEDOUT: "the connection timed out",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the host cannot be reached",
  HPE_HEADER_OVERFLOW: "the headers of the answer are too long",
};

function asFault(error: unknown, signal: AbortSignal): EgressFault {
  if (signal.aborted && signal.reason instanceof EgressFault) return signal.reason;
  if (error instanceof EgressFault) return error;
  const code = codeOf(error);
  if (code.startsWith("HPE_")) return new EgressFault(SENTENCES[code] ?? "the answer is not valid HTTP");
  const sentence = /CERT|TLS|SSL|VERIFY/.test(code) ? "the certificate is not valid" : "the request failed";
  return new EgressFault(SENTENCES[code] ?? sentence);
}

/** Where several addresses of a name were tried, the first one's. */
function codeOf(error: unknown): string {
  const { code, errors } = error as { code?: string; errors?: readonly { code?: string }[] };
  return code ?? errors?.[0]?.code ?? "";
}
