/** A proxy on loopback between the service and its PostgreSQL server, or another one: it can cut, refuse and delay connections, and lose responses. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** The first and the last message of a write transaction in the protocol: simple queries, with their text between a tag and a zero byte. */
const BEGIN = "begin\0";
const COMMIT = "commit\0";
/** The application name of the search index, whose commits can occur at any time. */
const SEARCH = "heliogram search";

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
  writing: boolean;
  isSearch: boolean;
  /** Closing one side does not close the other. */
  silent: boolean;
  /** Bytes from the service, for `breakAfter`. */
  sent_bytes: number;
}

export class Proxy {
  readonly #server: Server;
  #target: URL;
  readonly #pairs = new Set<Pair>();
  #refusing = false;
  #holding = false;
  #losing: (() => void) | undefined;
  /** The bytes from the service that a connection forwards before it breaks. */
  #limit_bytes = Infinity;

  private constructor(url: string) {
    this.#target = new URL(url);
    this.#server = createServer((near) => this.#take(near));
  }

  static async before(url: string, host = "127.0.0.1"): Promise<Proxy> {
    const proxy = new Proxy(url);
    await new Promise<void>((done) => proxy.#server.listen(0, host, done));
    return proxy;
  }

  /** The address of a database of the server through this proxy. */
  through(url: string): string {
    const shown = new URL(url);
    const { address, port } = this.#server.address() as AddressInfo;
    shown.hostname = address;
    shown.port = String(port);
    return shown.href;
  }

  /** Connects to another server from now on, and breaks every connection to the one before. */
  redirect(url: string): void {
    this.#target = new URL(url);
    this.cut();
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

  /** Breaks each connection when so many bytes have come from the service on it from now on: in the middle of an upload. */
  breakAfter(bytes: number): void {
    this.#limit_bytes = bytes;
    for (const pair of this.#pairs) pair.sent_bytes = 0;
  }

  /** Stops forwarding without closing connections. */
  hold(): void {
    this.#holding = true;
    for (const pair of this.#pairs) pause(pair);
  }

  /** Forwards the delayed data and everything after it. */
  restore(): void {
    this.#refusing = false;
    this.#holding = false;
    this.#limit_bytes = Infinity;
    for (const { near, far } of this.#pairs) for (const socket of [near, far]) socket.resume();
  }

  /** Forwards the next commit of a write transaction, and breaks the connection instead of returning its response. */
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
      isSearch: false,
      silent: false,
      sent_bytes: 0,
    };
    const { far } = pair;
    this.#pairs.add(pair);
    let lost: (() => void) | undefined;
    near.on("data", (chunk: Buffer) => {
      lost = this.#lostWith(pair, chunk);
      pair.sent_bytes += chunk.length;
      if (pair.sent_bytes > this.#limit_bytes) drop(pair);
      else far.write(chunk);
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
    if (text.includes(SEARCH)) pair.isSearch = true;
    if (text.includes(BEGIN)) pair.writing = !pair.isSearch;
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
