/** A person's screen: the frames that their web socket carries. */
import { WebSocket } from "ws";
import { expectDescribedFrame } from "./described.ts";
import type { Json, TestService } from "./service.ts";

export class Screen {
  readonly frames: Json[] = [];
  readonly #socket: WebSocket;
  #waiting: (() => void)[] = [];

  constructor(t: TestService, username: string, access_token = t.accessToken(username)) {
    this.#socket = new WebSocket(`${t.url.replace("http", "ws")}/api/stream`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    this.#socket.on("message", (data: Buffer) => {
      const frame = JSON.parse(data.toString());
      expectDescribedFrame(frame);
      this.frames.push(frame);
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  /** The first frame that fits, now or when it comes. */
  async until(fits: (frame: Json) => boolean): Promise<Json> {
    for (;;) {
      const found = this.frames.find(fits);
      if (found) return found;
      await new Promise<void>((wake) => this.#waiting.push(wake));
    }
  }

  closed(): Promise<number> {
    return new Promise((done) => this.#socket.once("close", done));
  }

  /** Resolves when the socket is closed, or was never opened. */
  over(): Promise<void> {
    return new Promise((done) => {
      this.#socket.once("close", () => done());
      this.#socket.once("error", () => done());
    });
  }

  close(): void {
    this.#socket.close();
  }
}
