/** Requests for previews: through the egress client, with the same headers for everybody, and along redirects. */
import type { Egress, ResponseHead } from "../egress/egress.ts";
import { EgressError } from "../egress/egress-error.ts";
import type { Deadline } from "./deadline.ts";
import type { FetchRates } from "./fetch-rates.ts";
import type { SentRequest } from "./preview-observer.ts";
import { ACCEPTED_CODINGS, decodeBody, type BodyDecoder } from "./page-text.ts";

/** Nothing of a visitor is sent: no cookie, no referrer, no language. Many sites describe pages to what is named so alone. */
const HEADERS = { "user-agent": "HeliogramBot (like TwitterBot)", "accept-encoding": ACCEPTED_CODINGS };
/** Redirects of one request that are followed. */
const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** What is asked for, and how much of it is read. */
export interface WebRequest {
  readonly url: string;
  readonly accept: string;
  /** The account in whose name it is sent. */
  readonly account_id: number;
  readonly deadline: Deadline;
  /** Called with each request that was answered or failed. */
  readonly onSent?: ((request: SentRequest) => void) | undefined;
  /** Bytes of the body that are read, compressed and not. */
  readonly max_bytes: number;
}

/** Takes a response that is no redirect. */
export interface WebReader {
  /** @returns whether the body is to be read, from a response with the status 200 at this address */
  readonly onHead: (headers: Readonly<Record<string, string>>, url: string) => boolean;
  /** Takes the next part of the body, without its coding. @returns whether more is wanted */
  readonly onPart: (part: Buffer) => Promise<boolean> | boolean;
}

/** An answer without a preview. */
export class NoPage extends Error {
  /** Whether the same request may have another answer soon. */
  readonly is_temporary: boolean;

  constructor(sentence: string, is_temporary: boolean) {
    super(sentence);
    this.is_temporary = is_temporary;
  }
}

export class WebClient {
  readonly #egress: Pick<Egress, "get">;
  readonly #rates: FetchRates<string>;

  /** @param rates - requests to one host */
  constructor(egress: Pick<Egress, "get">, rates: FetchRates<string>) {
    this.#egress = egress;
    this.#rates = rates;
  }

  /** Sends a request and the ones to which it is redirected. The egress client checks the address of each. @throws NoPage */
  async fetch(request: WebRequest, reader: WebReader): Promise<void> {
    let url = request.url;
    for (let i = 0; i <= MAX_REDIRECTS; i++) {
      const next = await this.#fetchOne({ ...request, url }, reader);
      if (next === undefined) return;
      url = next;
    }
    throw new NoPage("too many redirects", false);
  }

  /** @returns the address of a redirect */
  async #fetchOne(request: WebRequest, reader: WebReader): Promise<string | undefined> {
    const { url, accept, account_id, deadline, max_bytes, onSent } = request;
    const target = new URL(url);
    if (target.username !== "" || target.password !== "") throw new NoPage("the address has credentials", false);
    if (!this.#rates.take(target.hostname)) throw new NoPage("too many requests to one host", true);
    const timeout_ms = deadline.request_ms;
    if (timeout_ms <= 0) throw new NoPage("the preview took too long", true);
    const own = new ReaderFault();
    const body = new LimitedBody(max_bytes, (part) => own.catching(() => reader.onPart(part)));
    const onHead = (head: ResponseHead) =>
      head.status === 200 && own.catching(() => reader.onHead(head.headers, url) && body.open(head)) === true;
    try {
      const head = await this.#egress.get(
        url,
        { ...HEADERS, accept },
        // The reader ends a body at its limit, which is no error.
        { account_id, timeout_ms, max_response_bytes: Infinity },
        { onHead, onChunk: (chunk) => body.write(chunk) },
      );
      onSent?.({ url, status: head.status });
      own.rethrow();
      if (REDIRECTS.has(head.status)) return redirectOf(head, url);
      if (head.status !== 200) throw new NoPage(`the answer was ${head.status}`, isTemporary(head.status));
      await body.end();
      own.rethrow();
      return undefined;
    } catch (error) {
      if (error instanceof EgressError) {
        onSent?.({ url, error: error.message });
        throw new NoPage(error.message, true);
      }
      throw error;
    } finally {
      body.close();
    }
  }
}

/** Keeps the error of a reader, because the egress client would report it as its own. */
class ReaderFault {
  #fault: { readonly error: unknown } | undefined;

  /** What `take` returns; false if it throws, by which reading ends. */
  catching(take: () => Promise<boolean> | boolean): Promise<boolean> | boolean {
    const keep = (error: unknown) => {
      this.#fault ??= { error };
      return false;
    };
    try {
      const taken = take();
      return taken instanceof Promise ? taken.catch(keep) : taken;
    } catch (error) {
      return keep(error);
    }
  }

  rethrow(): void {
    if (this.#fault) throw this.#fault.error;
  }
}

/** The body of a response without its coding, up to a limit of both. */
class LimitedBody {
  readonly #onPart: WebReader["onPart"];
  readonly #max_bytes: number;
  #received = 0;
  #decoded = 0;
  #decoder: BodyDecoder | undefined;
  #waiting: Promise<boolean> | boolean = true;

  constructor(max_bytes: number, onPart: WebReader["onPart"]) {
    this.#max_bytes = max_bytes;
    this.#onPart = onPart;
  }

  /** @returns whether its coding is known */
  open({ headers }: ResponseHead): boolean {
    this.#decoder = decodeBody(headers["content-encoding"] ?? "", (part) => this.#take(part));
    return this.#decoder !== undefined;
  }

  async write(chunk: Buffer): Promise<boolean> {
    this.#received += chunk.length;
    const goesOn = (await this.#decoder!.write(chunk)) && this.#received < this.#max_bytes;
    return (await this.#waiting) && goesOn;
  }

  async end(): Promise<void> {
    await this.#decoder?.end();
    await this.#waiting;
  }

  close(): void {
    this.#decoder?.close();
  }

  #take(part: Buffer): boolean {
    const room = this.#max_bytes - this.#decoded;
    this.#decoded += part.length;
    if (room <= 0) return false;
    const taken = this.#onPart(part.length > room ? part.subarray(0, room) : part);
    this.#waiting = taken;
    return taken !== false && part.length < room;
  }
}

function redirectOf({ headers }: ResponseHead, url: string): string {
  const target = URL.parse(headers["location"] ?? "", url);
  if (target?.protocol !== "http:" && target?.protocol !== "https:")
    throw new NoPage("a redirect leads nowhere", false);
  return target.href;
}

/** Whether the server may answer otherwise soon. */
function isTemporary(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}
