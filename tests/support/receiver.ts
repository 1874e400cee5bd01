/** A receiver of webhooks: stores the deliveries and responds as the test says. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expectUpdateInSchema } from "./openapi-check.ts";
import type { Json, TestService } from "./service.ts";
import { inTime, until } from "./until.ts";

export interface Delivery {
  /** The address that was connected to. */
  readonly address: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Json;
}

export class Receiver {
  readonly deliveries: Delivery[] = [];
  readonly #server: Server;
  readonly #scheme: "http" | "https";
  answer: (delivery: Delivery, res: ServerResponse) => void = (_delivery, res) => res.end();
  #waiting: (() => void)[] = [];
  #fault: Error | undefined;

  /** Uses HTTPS if a certificate with its key is given. */
  constructor(tls?: { readonly cert: string; readonly key: string }) {
    const take = (req: IncomingMessage, res: ServerResponse) => {
      const chunks: Buffer[] = [];
      req.on("data", (chunk: Buffer) => chunks.push(chunk));
      req.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const delivery = { address: req.socket.localAddress, headers: req.headers, text, body: JSON.parse(text) };
        this.deliveries.push(delivery);
        this.#check(delivery.body);
        this.answer(delivery, res);
        for (const wake of this.#waiting.splice(0)) wake();
      });
    };
    this.#scheme = tls ? "https" : "http";
    this.#server = tls ? createSecureServer(tls, take) : createServer(take);
  }

  /** The test that waits for deliveries gets the fault. */
  #check(body: Json): void {
    try {
      expectUpdateInSchema(body);
    } catch (error) {
      this.#fault ??= error as Error;
    }
  }

  /** @returns its address at 127.0.0.1 */
  async listen(host = "127.0.0.1"): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, host, done));
    return `${this.#scheme}://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** Resolves when this many deliveries have arrived, retries included. */
  until(count: number): Promise<void> {
    return this.untilSo(() => this.deliveries.length >= count);
  }

  /** Resolves when the deliveries satisfy the condition. */
  async untilSo(enough: () => boolean): Promise<void> {
    const so = async () => {
      while (!enough()) await new Promise<void>((wake) => this.#waiting.push(wake));
    };
    await inTime(so(), () => `deliveries with ${String(enough)}; there are ${this.deliveries.length}`);
    if (this.#fault) throw this.#fault;
  }

  texts(): string[] {
    return this.deliveries.map((each) => each.body.message?.text);
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((done) => this.#server.close(() => done()));
  }
}

/** Resolves when this many deliveries of a service have failed; only then do the retry delays begin. */
export async function untilFailed(t: TestService, times: number): Promise<void> {
  const line = `heliogram_webhook_attempts_total{outcome="failed"} ${times}\n`;
  await until(async () => String((await t.fetch("/metrics")).body).includes(line), `${times} failed deliveries`);
}
