/** A client that knows bytes and no HTTP: it sends what it is told, when it is told, and keeps what comes back. */
import { connect, type Socket } from "node:net";

export class Wire {
  readonly socket: Socket;
  /** Everything the server has said, a character a byte. */
  said = "";
  /** Whether the server has ended the connection, in order or not. */
  ended = false;
  readonly closed: Promise<void>;
  #wake = () => {};

  constructor(url: string) {
    this.socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
    this.closed = new Promise((done) => {
      this.socket.once("close", () => {
        this.#end();
        done();
      });
    });
    this.socket.on("data", (chunk: Buffer) => {
      this.said += chunk.toString("latin1");
      this.#wake();
    });
    this.socket.on("end", () => this.#end());
    this.socket.on("error", () => {});
  }

  send(bytes: Buffer | string): void {
    this.socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
  }

  /** Resolves when the server has said this, or ended the connection. @returns whether it has been said */
  async hears(words: string): Promise<boolean> {
    while (!this.said.includes(words) && !this.ended) await new Promise<void>((wake) => (this.#wake = wake));
    return this.said.includes(words);
  }

  /** Resolves when the server has ended the connection. @returns all it said */
  async end(): Promise<string> {
    while (!this.ended) await new Promise<void>((wake) => (this.#wake = wake));
    return this.said;
  }

  /** Sends no more, but listens on. */
  halfClose(): void {
    this.socket.end();
  }

  leave(): void {
    this.socket.destroy();
  }

  #end(): void {
    this.ended = true;
    this.#wake();
  }
}
