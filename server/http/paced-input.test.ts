/** `node:http` gets the same requests from a paced connection as from any other, and one at a time. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Connections } from "./connections.ts";
import { escapedTarget } from "./raw-bytes.ts";

/** What a server makes of a connection: each complete request with its body, and what follows an upgrade. */
interface Outcome {
  readonly events: string[];
  /** The most requests that were parsed and not answered. */
  readonly most: number;
}

/** Sends chunks to a server, which answers each request in a later turn of the event loop. */
async function serve(chunks: readonly Buffer[], isPaced: boolean): Promise<Outcome> {
  const events: string[] = [];
  let [open, most] = [0, 0];
  const schedule = (start: () => void) => void setImmediate(start);
  const server = createServer({ requireHostHeader: false, shouldUpgradeCallback: ({ url }) => url === "/up" });
  const connections = isPaced
    ? new Connections(server, { schedule, makeTraceId: () => "", date: () => "", onFailure: () => {} })
    : undefined;
  server.on("request", (req: IncomingMessage, res: ServerResponse) => {
    expect(connections?.begin(res)).not.toBe(false);
    most = Math.max(most, (open += 1));
    res.once("close", () => (open -= 1));
    let body = "";
    req.on("data", (chunk: Buffer) => (body += chunk.toString("latin1")));
    req.on("end", () => {
      events.push(`${req.method} ${req.url} ${body}`);
      setImmediate(() => res.end("x"));
    });
    req.on("error", () => {});
  });
  server.on("clientError", () => {});
  server.on("upgrade", (_req, socket, head) => {
    let rest = head.toString("latin1");
    socket.on("data", (chunk: Buffer) => (rest += chunk.toString("latin1")));
    socket.on("end", () => events.push(`upgrade ${rest}`));
  });
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => setImmediate(done) });
  // What the server uses of a socket.
  Object.assign(socket, { destroySoon: () => socket.end(), setTimeout: () => socket, server: undefined });
  server.emit("connection", socket as Socket);
  for (const chunk of chunks) {
    socket.push(chunk);
    await turn();
  }
  await idle(events);
  if (!socket.readableEnded && !socket.destroyed) socket.push(null);
  await idle(events);
  socket.destroy();
  return { events, most };
}

/** Resolves when nothing more happens. */
async function idle(events: readonly string[]): Promise<void> {
  for (let quiet = 0, last = -1; quiet < 10; quiet = last === events.length ? quiet + 1 : 0) {
    last = events.length;
    await turn();
  }
}

const turn = () => new Promise<void>((soon) => setImmediate(soon));

function split(bytes: Buffer, at: readonly number[]): Buffer[] {
  const cuts = [0, ...at.map((n) => n % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return cuts.slice(1).map((cut, n) => bytes.subarray(cuts[n], cut));
}

const content = fc.string({
  unit: fc.constantFrom("\r", "\n", "a", "0", ":", " ", "GET / HTTP/1.1\r\nHost: x\r\n\r\n"),
  maxLength: 12,
});
/** A request target in UTF-8, which `node:http` by itself refuses. */
const RAW = Buffer.from("/é?text=Привет+🎉").toString("latin1");
const escaped = (text: string) => text.replaceAll(RAW, escapedTarget(RAW));
const head = (lines: string) => `POST /a HTTP/1.1\r\nHost: x\r\n${lines}\r\n\r\n`;
const message = fc.oneof(
  fc.constantFrom("GET /b HTTP/1.1\r\nHost: x\r\n\r\n", "\r\n", "\n", "GET /c HTTP/1.1\r\n\r\n", "GET /d\r\n\r\n"),
  fc.constantFrom(
    "GET /e HTTP/1.1\nHost: x\n\n",
    "GET /f HTTP/1.1\r\nHost: x\n\n",
    "CONNECT x:1 HTTP/1.1\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\n",
  ),
  fc.constantFrom("GET /up HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: u\r\n\r\n"),
  content.map((body) => `${head(`Content-Length: ${body.length}`)}${body}`),
  fc
    .tuple(fc.array(content, { maxLength: 4 }), fc.constantFrom("", "A: b\r\n", "A:\r\nB: c\r\n"))
    .map(([parts, trailers]) => {
      const chunks = parts
        .filter((part) => part !== "")
        .map((part) => `${part.length.toString(16)};e=f\r\n${part}\r\n`);
      return `${head("Transfer-Encoding: chunked")}${chunks.join("")}0\r\n${trailers}\r\n`;
    }),
  content.map((body) => `${head("Content-Length: 3\r\nConnection: close")}${body}`),
  fc.constantFrom(
    `GET ${RAW} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `\r\nPOST ${RAW} HTTP/1.1\nHost: x\nContent-Length: 2\n\n\xc3\xa9`,
    `POST ${RAW} HTTP/1.1\r\nHost: x\r\nA: \xe9\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n\xc3\xa9\r\n0\r\n\r\n`,
  ),
);

describe("any requests, in any pieces", () => {
  test("are the same as without pacing, and one at a time", async () => {
    let paced_requests = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(message, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(), { maxLength: 6 }),
        async (texts, cuts) => {
          const chunks = (text: string) => split(Buffer.from(text, "latin1"), cuts);
          const paced = await serve(chunks(texts.join("")), true);
          const plain = await serve(chunks(escaped(texts.join(""))), false);
          // What follows an upgrade is not escaped.
          expect(paced.events.map(escaped)).toEqual(plain.events);
          expect(paced.most).toBeLessThanOrEqual(1);
          paced_requests += paced.events.length;
        },
      ),
      { numRuns: 300 },
    );
    expect(paced_requests).toBeGreaterThan(300);
  });

  test("many in one chunk are parsed one at a time", async () => {
    const { events, most } = await serve([Buffer.from("GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(500))], true);
    expect([events.length, most]).toEqual([500, 1]);
  });
});
