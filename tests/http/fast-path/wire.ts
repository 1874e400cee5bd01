/** A TCP client without HTTP: it sends bytes and collects what it receives. */
import { connect, type Socket } from "node:net";

export class Wire {
  readonly socket: Socket;
  /** Everything received, as Latin-1. */
  said = "";
  /** Whether the server has closed the connection or reset it. */
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

  /** Resolves when the server has sent this text or closed the connection. @returns whether it was sent */
  async hears(words: string): Promise<boolean> {
    while (!this.said.includes(words) && !this.ended) await new Promise<void>((wake) => (this.#wake = wake));
    return this.said.includes(words);
  }

  /** Resolves when the server has closed the connection. @returns everything received */
  async end(): Promise<string> {
    while (!this.ended) await new Promise<void>((wake) => (this.#wake = wake));
    return this.said;
  }

  /** Half-closes the connection. */
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
