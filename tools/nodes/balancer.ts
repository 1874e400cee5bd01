/** A small load balancer: passes each request and each web socket to the next of the nodes that answer. */
import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import type { Duplex } from "node:stream";

/** How often each node is asked whether it is ready, and how long it may take. */
const CHECK_MS = 500;
const CHECK_LIMIT_MS = 2000;
/** A node that does not take a connection in this time is passed over. */
const CONNECT_LIMIT_MS = 1000;

/** Headers that belong to one connection (RFC 9110 §7.6.1). */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding"]);

interface Target {
  readonly url: URL;
  isReady: boolean;
}

export class Balancer {
  readonly #targets: Target[];
  readonly #server: Server;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #checks: NodeJS.Timeout;
  readonly #sockets = new Set<Duplex>();
  #next = 0;

  /** @param nodes the addresses of the nodes */
  constructor(nodes: readonly string[]) {
    this.#targets = nodes.map((url) => ({ url: new URL(url), isReady: true }));
    this.#server = createServer((req, res) => this.#pass(req, res, this.#order()));
    this.#server.on("upgrade", (req, socket, head) => this.#upgrade(req, socket, head, this.#order()));
    // Long polls wait up to a minute, and uploads take as long as they take.
    this.#server.requestTimeout = 0;
    this.#checks = setInterval(() => void this.check(), CHECK_MS);
    this.#checks.unref();
  }

  /** @returns the address to which clients connect */
  async listen(port: number, host: string): Promise<string> {
    await new Promise<void>((done, failed) => {
      this.#server.once("error", failed);
      this.#server.listen(port, host, done);
    });
    return `http://${host}:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Asks every node whether it is ready. */
  async check(): Promise<void> {
    await Promise.all(this.#targets.map(async (target) => (target.isReady = await isReady(target.url))));
  }

  async close(): Promise<void> {
    clearInterval(this.#checks);
    this.#server.closeAllConnections();
    for (const socket of this.#sockets) socket.destroy();
    this.#agent.destroy();
    await new Promise((done) => this.#server.close(done));
  }

  /** The nodes in the order in which they are tried: in turn, those that are not ready last. */
  #order(): URL[] {
    const first = this.#next++ % this.#targets.length;
    const turned = [...this.#targets.slice(first), ...this.#targets.slice(0, first)];
    const ready = turned.filter((target) => target.isReady);
    return [...ready, ...turned.filter((target) => !target.isReady)].map(({ url }) => url);
  }

  /**
   * Connects before anything of the request is sent, so a request that may have reached a node is never sent to another:
   * a message would be sent twice.
   */
  #pass(req: IncomingMessage, res: ServerResponse, order: readonly URL[]): void {
    const [target, ...others] = order;
    if (!target) {
      unavailable(res);
      return;
    }
    const onward = request({
      host: target.hostname,
      port: target.port,
      method: req.method,
      path: req.url,
      headers: headersFor(req),
      agent: this.#agent,
    });
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      req.pipe(onward);
    };
    onward.once("socket", (socket) => {
      if (!socket.connecting) {
        begin();
        return;
      }
      const limit = setTimeout(() => socket.destroy(new Error("no connection")), CONNECT_LIMIT_MS);
      socket.once("connect", begin);
      socket.once("close", () => clearTimeout(limit));
      socket.once("connect", () => clearTimeout(limit));
    });
    onward.once("response", (answer) => {
      res.writeHead(answer.statusCode!, withoutHops(answer));
      answer.pipe(res);
      answer.once("error", () => res.destroy());
    });
    onward.once("error", () => {
      if (!hasBegun) this.#pass(req, res, others);
      else if (res.headersSent) res.destroy();
      else unavailable(res);
    });
    res.once("close", () => onward.destroy());
  }

  #upgrade(req: IncomingMessage, socket: Duplex, head: Buffer, order: readonly URL[]): void {
    const [target, ...others] = order;
    if (!target) {
      socket.end("HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n");
      return;
    }
    const onward: Socket = connect(Number(target.port), target.hostname);
    const limit = setTimeout(() => onward.destroy(new Error("no connection")), CONNECT_LIMIT_MS);
    let isConnected = false;
    onward.once("connect", () => {
      isConnected = true;
      clearTimeout(limit);
      onward.write(upgradeRequest(req));
      onward.write(head);
      this.#join(socket, onward);
    });
    onward.on("error", () => {
      clearTimeout(limit);
      if (!isConnected) this.#upgrade(req, socket, head, others);
    });
  }

  #join(near: Duplex, far: Socket): void {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.once("close", () => {
        this.#sockets.delete(from);
        to.destroy();
      });
    }
  }
}

async function isReady(url: URL): Promise<boolean> {
  try {
    const answer = await fetch(new URL("/readyz", url), { signal: AbortSignal.timeout(CHECK_LIMIT_MS) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/** The request's own headers, with the address of the client, by which the nodes count attempts. */
function headersFor(req: IncomingMessage): Record<string, string | string[]> {
  const headers = withoutHops(req);
  const known = req.headers["x-forwarded-for"];
  const from = req.socket.remoteAddress ?? "";
  headers["x-forwarded-for"] = known === undefined ? from : `${String(known)}, ${from}`;
  headers["x-forwarded-proto"] ??= "http";
  return headers;
}

function withoutHops({ headers }: IncomingMessage): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || HOP_BY_HOP.has(name) ? [] : [[name, value] as const],
    ),
  );
}

function upgradeRequest(req: IncomingMessage): string {
  const headers = { ...headersFor(req), connection: "Upgrade", upgrade: "websocket" };
  const lines = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
  return `${req.method} ${req.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}

function unavailable(res: ServerResponse): void {
  const body = '{"ok":false,"error_code":502,"description":"Bad Gateway"}';
  res.writeHead(502, { "content-type": "application/json", "content-length": body.length });
  res.end(body);
}
