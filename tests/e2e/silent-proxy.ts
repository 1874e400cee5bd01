/** A TCP proxy between a browser and the service that can stop forwarding without closing its connections. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** What is forwarded: everything, only what the browser sends, or nothing. */
type Forwarding = "everything" | "requests" | "nothing";

export class SilentProxy {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #forwarding: Forwarding = "everything";

  private constructor(service_url: string) {
    const port = Number(new URL(service_url).port);
    this.#server = createServer((client) => this.#connect(client, connect(port, "127.0.0.1")));
  }

  static async start(service_url: string): Promise<SilentProxy> {
    const proxy = new SilentProxy(service_url);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  /** The address through which clients use this proxy. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on forwards only this, on all connections. */
  stall(forwarding: "requests" | "nothing"): void {
    this.#forwarding = forwarding;
    for (const pair of this.#pairs) this.#pause(pair);
  }

  /** Closes all connections, with the data that was not forwarded, and forwards everything on new ones. */
  resume(): void {
    this.#forwarding = "everything";
    for (const [client, service] of this.#pairs) {
      client.destroy();
      service.destroy();
    }
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.resume();
    await once(this.#server, "close");
  }

  #connect(client: Socket, service: Socket): void {
    const pair = [client, service] as const;
    this.#pairs.add(pair);
    for (const [from, to] of [pair, pair.toReversed()] as [Socket, Socket][]) {
      from.on("data", (chunk) => to.write(chunk));
      from.on("error", () => {});
      from.on("close", () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
    }
    this.#pause(pair);
  }

  #pause([client, service]: readonly [Socket, Socket]): void {
    if (this.#forwarding === "nothing") client.pause();
    if (this.#forwarding !== "everything") service.pause();
  }
}
