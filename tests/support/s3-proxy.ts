/** A proxy on loopback in front of an S3 store: it refuses, cuts, holds up, shortens and changes what passes. */
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { S3Options } from "heliogram/media/s3/s3-options.ts";

export type Fault =
  /** The store answers so. */
  | { readonly kind: "status"; readonly status: number; readonly code?: string; readonly body?: string }
  /** The connection breaks before the store has the request. */
  | { readonly kind: "cut" }
  /** The store does it, and the connection breaks in place of its answer. */
  | { readonly kind: "lose" }
  /** The connection breaks after so many bytes of the answer. */
  | { readonly kind: "shorten"; readonly bytes: number }
  /** One byte of the answer is another. */
  | { readonly kind: "change" }
  /** One byte of the request is another. */
  | { readonly kind: "change-request" }
  /** A header of the answer is another. */
  | { readonly kind: "header"; readonly name: string; readonly value: string }
  /** There is no answer, and nothing more of the request is read. */
  | { readonly kind: "hold" }
  /** The answer stops after so many bytes, and the connection stays open. */
  | { readonly kind: "stall"; readonly bytes: number };

type Refusal = Extract<Fault, { readonly kind: "status" }>;

export interface Passing {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
}

interface Tls {
  readonly cert: string;
  readonly key: string;
}

export class S3Proxy {
  /** What happens to a request; nothing for `undefined`. */
  fault: (request: Passing) => Fault | undefined = () => undefined;
  readonly seen: Passing[] = [];
  /** Answers that are being passed on. */
  open = 0;
  /** Requests that are held or stalled, and whose client has not gone away. */
  held = 0;
  /** Bytes of answers that were passed on. */
  passed_bytes = 0;
  readonly #unread = new Set<IncomingMessage>();
  readonly #target: URL;
  readonly #server: Server;
  readonly #scheme: string;

  private constructor(target: string, tls: Tls | undefined) {
    this.#target = new URL(target);
    const pass = (req: IncomingMessage, res: ServerResponse) => this.#pass(req, res);
    this.#server = tls ? createSecureServer(tls, pass) : createServer(pass);
    this.#scheme = tls ? "https" : "http";
  }

  /** @param tls the certificate, if clients come by https */
  static async before({ endpoint }: S3Options, tls?: Tls): Promise<S3Proxy> {
    const proxy = new S3Proxy(endpoint, tls);
    await new Promise<void>((done) => proxy.#server.listen(0, "127.0.0.1", done));
    return proxy;
  }

  /** The bucket, as it is reached through here. */
  through(options: S3Options): S3Options {
    return { ...options, endpoint: `${this.#scheme}://127.0.0.1:${(this.#server.address() as AddressInfo).port}` };
  }

  /** A fault for the next request that matches, once. */
  once(method: string, pattern: RegExp, fault: Fault): void {
    this.times(1, method, pattern, fault);
  }

  times(count: number, method: string, pattern: RegExp, fault: Fault): void {
    let left = count;
    this.fault = (passing) =>
      left > 0 && passing.method === method && pattern.test(passing.url) && left-- > 0 ? fault : undefined;
  }

  /** Reads what is left of held requests. The end of a connection is behind that. */
  drain(): void {
    for (const each of this.#unread) each.resume();
  }

  /** Breaks every connection. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  close(): Promise<void> {
    this.cut();
    return new Promise((done) => this.#server.close(() => done()));
  }

  #pass(req: IncomingMessage, res: ServerResponse): void {
    const passing = { method: req.method!, url: req.url!, headers: req.headers };
    this.seen.push(passing);
    const fault = this.fault(passing);
    if (fault?.kind === "cut") req.socket.destroy();
    else if (fault?.kind === "status") refuse(req, res, fault);
    else if (fault?.kind === "hold") this.#hold(req, res);
    else this.#forward(req, res, fault);
  }

  #hold(req: IncomingMessage, res: ServerResponse): void {
    this.#unread.add(req);
    this.held += 1;
    res.once("close", () => {
      this.#unread.delete(req);
      this.held -= 1;
    });
  }

  #forward(req: IncomingMessage, res: ServerResponse, fault: Fault | undefined): void {
    const { hostname, port } = this.#target;
    const onward = request({ hostname, port, method: req.method, path: req.url, headers: req.headers });
    onward.on("error", () => res.destroy());
    onward.on("response", (answer) => this.#answer(answer, res, fault));
    let isChanged = fault?.kind !== "change-request";
    req.on("data", (chunk: Buffer) => {
      onward.write(isChanged ? chunk : changed(chunk));
      isChanged = true;
    });
    req.on("end", () => onward.end());
    req.on("error", () => onward.destroy());
    res.once("close", () => onward.destroy());
  }

  #answer(answer: IncomingMessage, res: ServerResponse, fault: Fault | undefined): void {
    if (fault?.kind === "lose") {
      res.destroy();
      return;
    }
    this.open += 1;
    res.once("close", () => (this.open -= 1));
    const header = fault?.kind === "header" ? { [fault.name]: fault.value } : {};
    res.writeHead(answer.statusCode!, { ...answer.headers, ...header });
    let left = fault?.kind === "shorten" || fault?.kind === "stall" ? fault.bytes : Infinity;
    let isChanged = fault?.kind !== "change";
    answer.on("data", (chunk: Buffer) => {
      const piece = (isChanged ? chunk : changed(chunk)).subarray(0, left);
      isChanged = true;
      left -= piece.length;
      this.passed_bytes += piece.length;
      if (!res.write(piece)) {
        answer.pause();
        res.once("drain", () => answer.resume());
      }
      if (left > 0 || piece.length === 0) return;
      if (fault?.kind === "stall") this.#hold(answer, res);
      else res.socket?.end();
    });
    answer.on("end", () => fault?.kind === "stall" || res.end());
    answer.on("error", () => res.destroy());
  }
}

function refuse(req: IncomingMessage, res: ServerResponse, { status, code = "InternalError", body }: Refusal): void {
  req.resume();
  res.writeHead(status, { "content-type": "application/xml" });
  res.end(req.method === "HEAD" ? "" : (body ?? `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`));
}

function changed(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  const at = Math.floor(copy.length / 2);
  copy[at] = copy[at]! ^ 1;
  return copy;
}
