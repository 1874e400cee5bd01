/** Requests to one S3 bucket: signed, repeated after passing errors, with time limits. */
import type { Readable } from "node:stream";
import { AwsV4Signer } from "aws4fetch";
import type { Endpoint, EndpointResponse } from "../../egress/endpoint.ts";
import { EgressError } from "../../egress/egress-error.ts";
import { FilesUnavailable } from "../upload.ts";
import { isPassing, s3Error, S3Error } from "./s3-error.ts";
import { bucketUrl, type S3Machine, type S3Options } from "./s3-options.ts";

/** A request is repeated so many times, after waits that double from the first. */
const MAX_REPEATS = 4;
const FIRST_WAIT_MS = 100;
/** No request is repeated later than this after the first one, so one that has timed out is not. */
const REPEAT_WITHIN_MS = 15_000;
/** Time limit of a request without a body, and the rate that bodies must at least have. */
const REQUEST_MS = 20_000;
const SLOWEST_BYTES_MS = 128;
/** The most bytes of a body that may be on their way where the client cannot see them move. */
const UNSEEN_BYTES = 1024 * 1024;
/** Longest pause between two chunks of a response. */
export const IDLE_MS = 20_000;
/** A page of a listing has 1000 names, of less than a kilobyte each. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;
/** SHA-256 of nothing. */
const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** The content of a request. It is opened anew for each repetition. */
export interface S3Body {
  readonly open: () => Readable | string;
  readonly size: number;
  /** Hex. It is part of the signature, so the store refuses other bytes. */
  readonly sha256: string;
}

export interface S3Request {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  /** Empty for requests about the bucket. */
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
  /** The time of the signature instead of now. Stores refuse one of more than 15 minutes ago. The request is not repeated. */
  readonly at_ms?: number;
}

/** Connections to the store. */
export interface S3Connections {
  /** For all requests whose responses the service reads at once. */
  readonly requests: Endpoint;
  /** For downloads, which last as long as their slowest reader takes. */
  readonly downloads: Endpoint;
}

/** What is reported of the requests. */
export interface S3Watch {
  /** Called when the store has done what it was asked for. */
  readonly answered: () => void;
  /** Called with the size of each piece that is read from disk or from the store. */
  readonly onBytes: (bytes: number) => void;
}

export const UNWATCHED: S3Watch = { answered: () => {}, onBytes: () => {} };

export class S3Client {
  readonly #options: S3Options;
  readonly #machine: S3Machine;
  readonly #connections: S3Connections;
  readonly #base: URL;
  /** Keys of signatures, which are valid for a day. */
  readonly #keys = new Map<string, ArrayBuffer>();
  readonly #watch: S3Watch;

  constructor(options: S3Options, machine: S3Machine, connections: S3Connections, watch = UNWATCHED) {
    this.#watch = watch;
    this.#options = options;
    this.#machine = machine;
    this.#connections = connections;
    this.#base = bucketUrl(options);
  }

  /** The machine's time and chance. */
  get machine(): S3Machine {
    return this.#machine;
  }

  /** Sends a request, and reads the response as text. @throws S3Error, FilesUnavailable */
  async text(request: S3Request): Promise<{ readonly text: string; readonly headers: EndpointResponse["headers"] }> {
    const { requests } = this.#connections;
    return this.#repeat(request, async () => {
      const response = await this.#send(requests, request);
      return { text: await readText(requests, response.body), headers: response.headers };
    });
  }

  /** Sends a request for content. The chunks must be read or the body destroyed. @throws S3Error, FilesUnavailable */
  async download(request: S3Request): Promise<EndpointResponse> {
    return this.#repeat(request, () => this.#send(this.#connections.downloads, request));
  }

  /** The chunks of a download. @throws EgressError */
  chunks(body: Readable): AsyncGenerator<Buffer> {
    return this.#connections.downloads.chunks(body, IDLE_MS);
  }

  /** Called with the size of each piece of a file that is read to be sent. */
  onBytes(bytes: number): void {
    this.#watch.onBytes(bytes);
  }

  /** Resolves after a time. */
  async pause(delay_ms: number): Promise<void> {
    await new Promise<void>((done) => this.#machine.clock.after(delay_ms, done));
  }

  /** Resolves after a time that doubles with each repetition. Nodes that failed together do not repeat together. */
  async wait(repetition: number): Promise<void> {
    await this.pause(FIRST_WAIT_MS * 2 ** repetition * (0.5 + this.#machine.fraction() / 2));
  }

  close(): void {
    this.#connections.requests.close();
    this.#connections.downloads.close();
  }

  async #repeat<T>(request: S3Request, send: () => Promise<T>): Promise<T> {
    const start_ms = this.#machine.clock.elapsed();
    for (let repetition = 0; ; repetition++) {
      try {
        return await send();
      } catch (error) {
        const passing = error instanceof EgressError || (error instanceof S3Error && isPassing(error));
        if (!passing) throw error;
        const isLate = this.#machine.clock.elapsed() - start_ms > REPEAT_WITHIN_MS;
        if (request.at_ms !== undefined || repetition === MAX_REPEATS || isLate) throw new FilesUnavailable(error);
      }
      await this.wait(repetition);
    }
  }

  async #send(endpoint: Endpoint, request: S3Request): Promise<EndpointResponse> {
    const { method, body, at_ms } = request;
    const signed = await this.#sign(request);
    const bytes = body?.size ?? 0;
    const response = await endpoint.request({
      method,
      ...signed,
      body: body?.open() ?? null,
      timeout_ms: REQUEST_MS + Math.ceil(bytes / SLOWEST_BYTES_MS),
      idle_ms: REQUEST_MS + Math.ceil(Math.min(bytes, UNSEEN_BYTES) / SLOWEST_BYTES_MS),
    });
    if (response.status >= 200 && response.status < 300) {
      this.#watch.answered();
      return response;
    }
    const xml = await readText(endpoint, response.body);
    const ahead_ms = (at_ms ?? this.#machine.clock.now()) - this.#machine.readDate(String(response.headers.date));
    throw s3Error(response.status, xml, ahead_ms, this.#options);
  }

  async #sign({ method, key, query = {}, headers = {}, body, at_ms }: S3Request) {
    const url = new URL(key, this.#base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, "x-amz-content-sha256": body?.sha256 ?? EMPTY_SHA256 },
      accessKeyId: this.#options.access_key,
      secretAccessKey: this.#options.secret_key,
      ...(this.#options.session_token === "" ? {} : { sessionToken: this.#options.session_token }),
      service: "s3",
      region: this.#options.region,
      cache: this.#keys,
      datetime: this.#machine.writeDate(at_ms ?? this.#machine.clock.now()).replaceAll(/[:-]|\.\d{3}/g, ""),
    });
    const signed = await signer.sign();
    const length = method === "PUT" || method === "POST" ? { "content-length": String(body?.size ?? 0) } : {};
    return { url: signed.url, headers: { ...Object.fromEntries(signed.headers), ...length } };
  }
}

async function readText(endpoint: Endpoint, body: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of endpoint.chunks(body, IDLE_MS)) {
    bytes += chunk.length;
    if (bytes > MAX_TEXT_BYTES) throw new EgressError("the answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
