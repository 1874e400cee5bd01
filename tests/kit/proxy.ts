/** A proxy on loopback between the service and its PostgreSQL server: it cuts, refuses, holds up and loses answers. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** How a transaction that writes begins and ends on the wire: simple queries, their text between a tag and a zero. */
const BEGIN = "begin\0";
const COMMIT = "commit\0";

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  writing: boolean;
  /** The far end is not told when the near one closes. */
  silent: boolean;
}

export class Proxy {
  readonly #server: Server;
  readonly #target: URL;
  readonly #pairs = new Set<Pair>();
  #refusing = false;
  #holding = false;
  #losing: (() => void) | undefined;

  private constructor(url: string) {
    this.#target = new URL(url);
    this.#server = createServer((near) => this.#take(near));
  }

  static async before(url: string): Promise<Proxy> {
    const proxy = new Proxy(url);
    await new Promise<void>((done) => proxy.#server.listen(0, "127.0.0.1", done));
    return proxy;
  }

  /** The address of a database of the server, as it is reached through here. */
  through(url: string): string {
    const shown = new URL(url);
    shown.port = String((this.#server.address() as AddressInfo).port);
    return shown.href;
  }

  get connections(): number {
    return this.#pairs.size;
  }

  /** Breaks every connection. New ones are let through. */
  cut(): void {
    for (const pair of this.#pairs) drop(pair);
  }

  /** Breaks every connection on the service's side; the server is not told. */
  cutNear(): void {
    for (const pair of this.#pairs) {
      pair.silent = true;
      pair.near.destroy();
    }
  }

  /** Breaks every connection, and every new one at once. */
  refuse(): void {
    this.#refusing = true;
    this.cut();
  }

  /** Lets nothing pass any more, and tells nobody. */
  hold(): void {
    this.#holding = true;
    for (const pair of this.#pairs) pause(pair);
  }

  /** Lets pass what was held up and all that comes. */
  restore(): void {
    this.#refusing = false;
    this.#holding = false;
    for (const { near, far } of this.#pairs) for (const socket of [near, far]) socket.resume();
  }

  /** Lets the next commit of a writing transaction through, and breaks the connection in the place of its answer. */
  loseNextCommit(): Promise<void> {
    return new Promise((done) => (this.#losing = done));
  }

  close(): Promise<void> {
    this.cut();
    return new Promise((done) => this.#server.close(() => done()));
  }

  #take(near: Socket): void {
    if (this.#refusing) {
      near.on("error", () => {}).destroy();
      return;
    }
    const pair: Pair = {
      near,
      far: connect(Number(this.#target.port), this.#target.hostname),
      writing: false,
      silent: false,
    };
    const { far } = pair;
    this.#pairs.add(pair);
    let lost: (() => void) | undefined;
    near.on("data", (chunk: Buffer) => {
      lost = this.#lostWith(pair, chunk);
      far.write(chunk);
    });
    far.on("data", (chunk: Buffer) => {
      if (!lost) near.write(chunk);
      else {
        drop(pair);
        lost();
      }
    });
    near.on("error", () => near.destroy());
    far.on("error", () => far.destroy());
    near.once("close", () => {
      if (!pair.silent) far.destroy();
    });
    far.once("close", () => {
      near.destroy();
      this.#pairs.delete(pair);
    });
    if (this.#holding) pause(pair);
  }

  #lostWith(pair: Pair, chunk: Buffer): (() => void) | undefined {
    const text = chunk.toString("latin1");
    if (text.includes(BEGIN)) pair.writing = true;
    if (!text.includes(COMMIT)) return undefined;
    const lost = pair.writing ? this.#losing : undefined;
    pair.writing = false;
    if (lost) this.#losing = undefined;
    return lost;
  }
}

function drop({ near, far }: Pair): void {
  near.destroy();
  far.destroy();
}

function pause({ near, far }: Pair): void {
  near.pause();
  far.pause();
}
