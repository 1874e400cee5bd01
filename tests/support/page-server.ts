/** A server of web pages on the loopback interface: answers by path, and remembers what it was asked. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type PageAnswer = (res: ServerResponse, req: IncomingMessage) => void;

export class PageServer {
  /** The paths that were asked for, with their headers. */
  readonly requests: { readonly path: string; readonly host: string; readonly headers: IncomingHttpHeaders }[] = [];
  readonly #answers = new Map<string, PageAnswer>();
  readonly #server = createServer((req, res) => {
    const path = req.url ?? "";
    this.requests.push({ path, host: req.headers.host ?? "", headers: req.headers });
    const answer = this.#answers.get(path);
    if (answer) answer(res, req);
    else res.writeHead(404).end();
  });

  async listen(): Promise<this> {
    await new Promise<void>((done) => this.#server.listen(0, "127.0.0.1", done));
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Answers a path. @returns its address at a host name, which the test resolves */
  at(host: string, path: string, answer: PageAnswer): string {
    this.#answers.set(path, answer);
    return `http://${host}:${this.port}${path}`;
  }

  /** A page with this HTML. */
  page(host: string, path: string, html: string | Buffer, content_type = "text/html; charset=utf-8"): string {
    return this.at(host, path, (res) => res.writeHead(200, { "content-type": content_type }).end(html));
  }

  redirect(host: string, path: string, location: string, status = 302): string {
    return this.at(host, path, (res) => res.writeHead(status, { location }).end());
  }

  /** How often a path was asked for. */
  count(path: string): number {
    return this.requests.filter((each) => each.path === path).length;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}
