/** Requests of clients during restarts: each is counted, and each failure is kept with its reason. */
import { request, type Agent, type IncomingMessage } from "node:http";
import { request as requestByTls } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { Waits } from "./waits.ts";

export interface Asked {
  /** The path and the query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** The body is sent in so many pieces. */
  readonly pieces?: number;
  /** The response waits for something: its time is nobody's fault. */
  readonly waits?: boolean;
  /** Without it, the connection is of this request alone. */
  readonly agent?: Agent;
}

/** Between two pieces of a body. */
const PIECE_MS = 40;

export class Requests {
  count = 0;
  /** From the end of a request to the end of its response. */
  readonly waits = new Waits();
  readonly failures: string[] = [];
  /** Responses that were the last of their connection though the client would have kept it. */
  closed = 0;
  readonly #url: URL;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** Sends a request once. @returns the body of the response; `undefined` if the request has failed */
  async ask(asked: Asked): Promise<Buffer | undefined> {
    this.count += 1;
    const begun_ms = performance.now();
    try {
      const { body, sent_ms } = await this.#exchange(asked);
      if (asked.waits !== true) this.waits.add(withoutToken(asked.path), sent_ms);
      return body;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const after_ms = Math.round(performance.now() - begun_ms);
      const by = this.#url.protocol === "https:" ? "https " : "";
      this.failures.push(`${by}${withoutToken(asked.path)}: ${code ?? message} after ${after_ms} ms`);
      // A service that is away refuses connections at once.
      await sleep(PIECE_MS);
      return undefined;
    }
  }

  async #exchange(asked: Asked): Promise<{ readonly body: Buffer; readonly sent_ms: number }> {
    const { path, headers = {}, body, pieces = 1, agent = false } = asked;
    const length = body === undefined ? {} : { "content-length": String(body.length) };
    const send = this.#url.protocol === "https:" ? requestByTls : request;
    const sending = send({
      ...{ host: this.#url.hostname, port: this.#url.port, path, agent },
      // The certificate is one of tests.
      rejectUnauthorized: false,
      method: body ? "POST" : "GET",
      headers: { ...headers, ...length },
    });
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      sending.once("response", resolve);
      sending.once("error", reject);
    });
    // Awaited below; it may fail while the body is being sent.
    response.catch(() => {});
    const step = Math.ceil((body?.length ?? 0) / pieces);
    for (let piece = 0; piece < pieces - 1; piece++) {
      sending.write(body!.subarray(piece * step, (piece + 1) * step));
      await sleep(PIECE_MS);
    }
    sending.end(body?.subarray((pieces - 1) * step));
    const sent_ms = performance.now();
    const heard = await response;
    const chunks: Buffer[] = [];
    for await (const chunk of heard) chunks.push(chunk as Buffer);
    const content = Buffer.concat(chunks);
    if (heard.statusCode !== 200) throw new Error(`${heard.statusCode} ${content.toString().slice(0, 100)}`);
    if (agent && heard.headers.connection === "close") this.closed += 1;
    return { body: content, sent_ms };
  }
}

function withoutToken(path: string): string {
  return path.replace(/bot\d+:[^/]+/, "bot");
}
