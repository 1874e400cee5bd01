/** A bot's own server: takes deliveries, sometimes late, sometimes with an error, and records from which node they come. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { History } from "../history.ts";
import { seenUpdate } from "./updates.ts";

/** One delivery in so many is refused, and one is answered late. */
const REFUSED_EVERY = 23;
const LATE_EVERY = 11;
const LATE_MS = 300;

export class HookServer {
  readonly #history: History;
  readonly #server: Server;
  readonly #nodeAt: (address: string) => string;
  #count = 0;
  #isKind = false;

  /** @param nodeAt the name of the node with this address */
  constructor(history: History, nodeAt: (address: string) => string) {
    this.#history = history;
    this.#nodeAt = nodeAt;
    this.#server = createServer((req, res) => void this.#take(req, res));
  }

  /** @returns the address to which webhooks are set */
  async listen(host: string): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, host, done));
    return `http://${host}:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** Takes everything at once from now on. */
  beKind(): void {
    this.#isKind = true;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((done) => this.#server.close(() => done()));
  }

  async #take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const node = this.#nodeAt(req.socket.remoteAddress ?? "");
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of req) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const n = ++this.#count;
    const answered = this.#isKind || n % REFUSED_EVERY !== 0;
    const update = seenUpdate(JSON.parse(Buffer.concat(chunks).toString()));
    this.#history.add({ type: "delivery", id: String(req.headers["webhook-id"]), node, update, answered });
    if (!this.#isKind && n % LATE_EVERY === 0) await sleep(LATE_MS);
    res.writeHead(answered ? 200 : 500).end();
  }
}
