/** A receiver of webhooks on this machine. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Json } from "./service.ts";

export interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Json;
}

/** A bot's own server: keeps what comes, and answers as it is told. */
export class Receiver {
  readonly deliveries: Delivery[] = [];
  readonly #server: Server;
  answer: (delivery: Delivery, res: ServerResponse) => void = (_delivery, res) => res.end();
  #waiting: (() => void)[] = [];

  constructor() {
    this.#server = createServer((req, res) => {
      const chunks: Buffer[] = [];
      req.on("data", (chunk: Buffer) => chunks.push(chunk));
      req.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const delivery = { headers: req.headers, text, body: JSON.parse(text) };
        this.deliveries.push(delivery);
        this.answer(delivery, res);
        for (const wake of this.#waiting.splice(0)) wake();
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  async until(count: number): Promise<void> {
    while (this.deliveries.length < count) await new Promise<void>((wake) => this.#waiting.push(wake));
  }

  texts(): string[] {
    return this.deliveries.map((each) => each.body.message?.text);
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((done) => this.#server.close(() => done()));
  }
}
