/** A person's web socket and the frames that it has received. */
import { WebSocket } from "ws";
import { expectFrameInSchema } from "./openapi-check.ts";
import type { Json, TestService } from "./service.ts";
import { inTime } from "./until.ts";

export class StreamSocket {
  readonly frames: Json[] = [];
  readonly #socket: WebSocket;
  #waiting: (() => void)[] = [];

  constructor(t: TestService, username: string, access_token = t.accessToken(username)) {
    this.#socket = new WebSocket(`${t.url.replace("http", "ws")}/api/stream`, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    this.#socket.on("message", (data: Buffer) => {
      const frame = JSON.parse(data.toString());
      expectFrameInSchema(frame);
      this.frames.push(frame);
      for (const wake of this.#waiting.splice(0)) wake();
    });
  }

  /** Resolves with the first frame that satisfies the condition, received before or later. */
  until(fits: (frame: Json) => boolean): Promise<Json> {
    const found = async () => {
      for (;;) {
        const frame = this.frames.find(fits);
        if (frame) return frame;
        await new Promise<void>((wake) => this.#waiting.push(wake));
      }
    };
    const seen = () => this.frames.map(({ type, kind }) => kind ?? type).join(", ");
    return inTime(found(), () => `a frame with ${String(fits)} among ${seen()}`);
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
