/** A line to a service that can fall silent: nothing comes any more, and nobody says so. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** What gets through: everything, only what the browser says, or nothing. */
type Lets = "everything" | "questions" | "nothing";

export class Between {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #lets: Lets = "everything";

  private constructor(service_url: string) {
    const port = Number(new URL(service_url).port);
    this.#server = createServer((near) => this.#join(near, connect(port, "127.0.0.1")));
  }

  static async start(service_url: string): Promise<Between> {
    const between = new Between(service_url);
    between.#server.listen(0, "127.0.0.1");
    await once(between.#server, "listening");
    return between;
  }

  /** The service's address for whoever is to use this line. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  fallSilent(lets: "questions" | "nothing"): void {
    this.#lets = lets;
    for (const pair of this.#pairs) this.#hold(pair);
  }

  /** The line works again. What was on its way is lost, and so are the connections. */
  come(): void {
    this.#lets = "everything";
    for (const [near, far] of this.#pairs) {
      near.destroy();
      far.destroy();
    }
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.come();
    await once(this.#server, "close");
  }

  #join(near: Socket, far: Socket): void {
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    for (const [from, to] of [pair, pair.toReversed()] as [Socket, Socket][]) {
      from.on("data", (piece) => to.write(piece));
      from.on("error", () => {});
      from.on("close", () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
    }
    this.#hold(pair);
  }

  #hold([near, far]: readonly [Socket, Socket]): void {
    if (this.#lets === "nothing") near.pause();
    if (this.#lets !== "everything") far.pause();
  }
}
