/** Every request that the fast path accepts is the same request to `node:http`. */
import { createServer, type IncomingMessage } from "node:http";
import { Duplex } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapedTarget } from "../raw-bytes.ts";
import { readFastPathRequest, type RequestLine, type FastPathRequest } from "./request.ts";

/** The parts of a request that are used. */
interface Meaning {
  readonly verb: string | undefined;
  readonly url: string | undefined;
  readonly content_type: string;
  readonly traceparent: string | undefined;
  readonly body: string;
}

/** The requests that the fast path finds before the first that it leaves to `node:http`. */
function ours(bytes: Buffer): Meaning[] {
  const found: Meaning[] = [];
  let before: RequestLine | undefined;
  for (let at = 0; at < bytes.length;) {
    const request = readFastPathRequest(bytes, at, before);
    if (typeof request === "string") break;
    const { content_type, traceparent } = request;
    const { verb, url } = request.line;
    found.push({ verb, url, content_type, traceparent, body: request.body.toString("latin1") });
    at = request.end;
    before = request.line;
  }
  return found;
}

/** The complete requests that `node:http` finds in the same bytes, until one closes the connection. */
function theirs(bytes: Buffer): Meaning[] {
  const server = createServer();
  const requests: IncomingMessage[] = [];
  server.on("request", (req, res) => {
    if (res.shouldKeepAlive) requests.push(req);
  });
  server.on("upgrade", () => {});
  server.on("clientError", () => {});
  const socket = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  server.emit("connection", socket);
  socket.emit("data", bytes);
  const found = requests.filter((req) => req.complete).map(meaningOf);
  socket.destroy();
  return found;
}

function meaningOf(req: IncomingMessage): Meaning {
  const body = (req.read() as Buffer | null)?.toString("latin1") ?? "";
  const { "content-type": content_type = "", traceparent } = req.headers;
  return { verb: req.method, url: req.url, content_type, traceparent: traceparent as string | undefined, body };
}

/** The bytes as `node:http` gets them: it refuses bytes beyond ASCII in request lines. */
function escaped(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const request = readFastPathRequest(bytes, at);
    if (typeof request === "string") break;
    const rest = at + request.line.bytes.length;
    parts.push(Buffer.from(escapedTarget(bytes.toString("latin1", at, rest))), bytes.subarray(rest, request.end));
    at = request.end;
  }
  return Buffer.concat([...parts, bytes.subarray(at)]);
}

/** Fails if the fast path finds a request that `node:http` reads differently. @returns how many requests there were */
function agree(bytes: Buffer): number {
  const found = ours(bytes);
  expect(theirs(escaped(bytes)).slice(0, found.length)).toEqual(found);
  return found.length;
}

const read = (text: string) => readFastPathRequest(Buffer.from(text, "latin1"), 0);
const PLAIN = "POST /bot1:a/getMe HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";

describe("plain requests", () => {
  test("are read", () => {
    expect(read(PLAIN)).toEqual({
      line: { bytes: Buffer.from("POST /bot1:a/getMe HTTP/1.1\r\n"), verb: "POST", url: "/bot1:a/getMe" },
      traceparent: undefined,
      content_type: "application/json",
      body: Buffer.from("{}"),
      end: PLAIN.length,
    });
    expect(read("GET /bot HTTP/1.1\r\nhOsT:\r\nConnection: Keep-Alive\r\ntraceparent:a\r\n\r\n")).toMatchObject({
      line: { verb: "GET", url: "/bot" },
      traceparent: "a",
      body: Buffer.alloc(0),
    });
  });

  test.each(["Привет", "é", "🎉"])("may have UTF-8 in their target: %s", (text) => {
    for (const verb of ["GET", "POST"]) {
      const bytes = Buffer.from(
        `${verb} /bot1:a/getMe?text=${text} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`,
      );
      expect(readFastPathRequest(bytes, 0)).toMatchObject({
        line: { verb, url: `/bot1:a/getMe?text=${encodeURIComponent(text)}` },
        body: Buffer.from("{}"),
      });
      agree(bytes);
    }
  });

  test("need the rest wherever they are cut", () => {
    for (let cut = 0; cut < PLAIN.length; cut += 1) expect([cut, read(PLAIN.slice(0, cut))]).toEqual([cut, "more"]);
  });

  test("begin anywhere, and end where the next begins", () => {
    const bytes = Buffer.from(`${PLAIN}${PLAIN}GET /`);
    const first = readFastPathRequest(bytes, 0) as FastPathRequest;
    const second = readFastPathRequest(bytes, first.end) as FastPathRequest;
    expect([first.end, second.end]).toEqual([PLAIN.length, PLAIN.length * 2]);
    expect(readFastPathRequest(bytes, second.end)).toBe("more");
  });

  test("come out the same the second time, when their head is known", () => {
    const first = read(PLAIN);
    expect(read(PLAIN)).toEqual(first);
    expect(read(PLAIN.replace("/bot1:a", "/bot2:b"))).toMatchObject({ line: { url: "/bot2:b/getMe" } });
  });

  test("come out the same after one that began with the same bytes, and after any other", () => {
    const { line } = read(PLAIN) as FastPathRequest;
    const after = (text: string) => readFastPathRequest(Buffer.from(text, "latin1"), 0, line);
    expect((after(PLAIN) as FastPathRequest).line).toBe(line);
    for (const other of [
      PLAIN,
      PLAIN.replace("getMe", "getMf"),
      PLAIN.replace("1:a", "1:ab"),
      "GET /bot HTTP/1.1\r\n",
    ]) {
      expect(after(other)).toEqual(read(other));
    }
    // Without a header, the end of the request line is also the end of the head.
    const bare = "POST /bot1:a/getMe HTTP/1.1\r\n\r\n";
    expect([after(bare), read(bare)]).toEqual(["other", "other"]);
  });
});

/** A request with these lines in its head, instead of or besides the content length. */
const withHead = (lines: string, body = "{}") => `POST /bot1:a/getMe HTTP/1.1\r\nHost: x\r\n${lines}\r\n\r\n${body}`;

describe("left to node:http", () => {
  test.each([
    "Content-Length: 2\r\nContent-Length: 2",
    "Content-Length: 2\r\nContent-Length: 3",
    "Content-Length: 2\r\ncontent-length: 2",
    "Content-Length: 2, 2",
    "Content-Length: 2,3",
    "Content-Length: +2",
    "Content-Length: -2",
    "Content-Length: 0x2",
    "Content-Length: 2e0",
    "Content-Length: 2.0",
    "Content-Length:",
    "Content-Length: ",
    "Content-Length: 2 2",
    "Content-Length: 2\t",
    "Content-Length: \xa02",
    "Content-Length: 2\xa0",
    "Content-Length: \v2",
    "Content-Length: \f2",
    "Content-Length: \u00b2",
    "Content-Length: 65537",
    "Content-Length: 99999999999999999999",
    "Content-Length: 2;",
    'Content-Length: "2"',
    "Content-Length : 2",
    "Content-Length\t: 2",
    " Content-Length: 2",
    "\tContent-Length: 2",
    "Content-Length",
    "Content-Length 2",
    ": 2",
    "Content-Length: 2\r\n ",
    "Content-Length:\r\n 2",
    "Content-Length: 2\r\n folded",
    "Content-Length: 2\r\n\tfolded",
    "Content-Length: 2\nX: y",
    "Content-Length: 2\n",
    "Content-Length: 2\rX: y",
    "Content-Length: 2\r",
    "X: a\0b\r\nContent-Length: 2",
    "X: a\x7fb\r\nContent-Length: 2",
    "X: gr\xfc\xdfe\r\nContent-Length: 2",
    "X\xfc: a\r\nContent-Length: 2",
    "X\0: a\r\nContent-Length: 2",
    "(X): a\r\nContent-Length: 2",
    "Transfer-Encoding: chunked",
    "transfer-encoding: chunked",
    "TRANSFER-ENCODING:chunked",
    "Transfer-Encoding: chunked\r\nContent-Length: 2",
    "Content-Length: 2\r\nTransfer-Encoding: chunked",
    "Content-Length: 2\r\nTransfer-Encoding: identity",
    "Content-Length: 2\r\nTransfer-Encoding:",
    "Content-Length: 2\r\nTransfer-Encoding: \tchunked",
    "Content-Length: 2\r\nTransfer-Encoding: xchunked",
    "Content-Length: 2\r\nTransfer-Encoding : chunked",
    "Content-Length: 2\r\nTransfer-Encoding\v: chunked",
    "Content-Length: 2\r\nTransfer-Encoding: gzip, chunked",
    "Content-Length: 2\r\nX: y\r\n Transfer-Encoding: chunked",
    "Content-Length: 2\r\nX: y\nTransfer-Encoding: chunked",
    "Content-Length: 2\r\nX: y\rTransfer-Encoding: chunked",
    "Content-Length: 2\r\nExpect: 100-continue",
    "Content-Length: 2\r\nExpect: anything",
    "Content-Length: 2\r\nUpgrade: websocket",
    "Content-Length: 2\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: a",
    "Content-Length: 2\r\nConnection: close",
    "Content-Length: 2\r\nConnection: keep-alive, close",
    "Content-Length: 2\r\nConnection: content-length",
    "Content-Length: 2\r\nProxy-Connection: close",
    "Content-Length: 2\r\nContent-Encoding: gzip",
    "Content-Length: 2\r\nTrailer: X",
    "Content-Length: 2\r\nHost: y",
    "Content-Length: 2\r\nhost: x",
    "Content-Length: 2\r\nContent-Type: text/plain\r\nContent-Type: application/json",
    "Content-Length: 2\r\nContent-Type: multipart/form-data; boundary=b",
    "Content-Length: 2\r\nContent-Type:  MULTIPART/form-data; boundary=b",
    `Content-Length: 2\r\nX: ${"x".repeat(9000)}`,
    `Content-Length: 2\r\n${Array.from({ length: 64 }, (_, n) => `X${n}: y\r\n`).join("")}Y: y`,
  ])("head %j", (lines) => {
    expect(read(withHead(lines))).toBe("other");
    agree(Buffer.from(withHead(lines), "latin1"));
  });

  test.each([
    ["post", "/bot1:a/getMe", "HTTP/1.1"],
    ["PUT", "/bot1:a/getMe", "HTTP/1.1"],
    ["HEAD", "/bot1:a/getMe", "HTTP/1.1"],
    ["CONNECT", "/bot1:a/getMe", "HTTP/1.1"],
    ["OPTIONS", "*", "HTTP/1.1"],
    ["POST", "/bot1:a/getMe", "HTTP/1.0"],
    ["POST", "/bot1:a/getMe", "HTTP/1.10"],
    ["POST", "/bot1:a/getMe", "HTTP/2.0"],
    ["POST", "/bot1:a/getMe", "http/1.1"],
    ["POST", "/bot1:a/getMe", "HTTP/1.1 "],
    ["POST", "/bot1:a/getMe", " HTTP/1.1"],
    ["POST", "/bot1:a/getMe", ""],
    ["POST", " /bot1:a/getMe", "HTTP/1.1"],
    ["POST", "/bot1:a/get Me", "HTTP/1.1"],
    ["POST", "/bot1:a/get\tMe", "HTTP/1.1"],
    ["POST", "/bot1:a/get\0Me", "HTTP/1.1"],
    ["POST", "/bot1:a/getMe\r", "HTTP/1.1"],
    ["POST", "/bo", "HTTP/1.1"],
    ["POST", "/BOT1:a/getMe", "HTTP/1.1"],
    ["POST", "//bot1:a/getMe", "HTTP/1.1"],
    ["POST", "/api/getMe", "HTTP/1.1"],
    ["POST", "http://x/bot1:a/getMe", "HTTP/1.1"],
    ["POST", "x/bot1:a/getMe", "HTTP/1.1"],
    ["POST", "*", "HTTP/1.1"],
    ["\r\nPOST", "/bot1:a/getMe", "HTTP/1.1"],
    ["\nPOST", "/bot1:a/getMe", "HTTP/1.1"],
    [" POST", "/bot1:a/getMe", "HTTP/1.1"],
    ["POST", `/bot1:a/${"x".repeat(9000)}`, "HTTP/1.1"],
  ])("%j %j %j", (verb, target, version) => {
    const bytes = Buffer.from(`${verb} ${target} ${version}\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`, "latin1");
    expect(readFastPathRequest(bytes, 0)).toBe("other");
    agree(bytes);
  });

  test.each(["", "Content-Length: 0\r\n"])("no host, %j", (line) => {
    expect(read(`GET /bot1:a/getMe HTTP/1.1\r\n${line}\r\n`)).toBe("other");
  });

  test("a head that does not end", () => {
    const head = `GET /bot1:a/getMe HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(9000)}`;
    expect(read(head.slice(0, 8192))).toBe("more");
    expect(read(head.slice(0, 8193))).toBe("other");
  });
});

const token = fc.string({ unit: fc.constantFrom(..."!#$%&'*+-.^_`|~09azAZ"), minLength: 1, maxLength: 12 });
const printable = fc.string({ unit: "grapheme-ascii", maxLength: 30 });
const blank = fc.constantFrom("", " ", "  ", "\t", " \t ");
/** Names and values that decide how a message is delimited, valid and invalid. */
const name = fc.oneof(
  { weight: 3, arbitrary: token },
  fc.constantFrom("Content-Length", "content-length", "Content-Type", "Transfer-Encoding", "Connection", "Host"),
  fc.constantFrom("Proxy-Connection", "Keep-Alive", "Upgrade", "Expect", "traceparent", "Content-Encoding", "TE"),
);
const value = fc.oneof(
  printable,
  fc.constantFrom("0", "2", "5", "02", "00", "chunked", "close", "keep-alive", "Keep-Alive", "upgrade", "a, b"),
  fc.constantFrom("application/json", "multipart/form-data; boundary=b", "100-continue", "websocket", "gzip", ""),
);
const line = fc.tuple(name, blank, value, blank).map((parts) => `${parts[0]}:${parts.slice(1).join("")}`);
const target = fc.oneof(
  fc.constantFrom("/bot1:a/getMe", "/bot", "/bot1:a/getMe?a=b", "/bot1:a/getMe#x?y", "/api/getMe"),
  fc.string({ unit: "grapheme-ascii", maxLength: 20 }).map((rest) => `/bot${rest}`),
);

/** Requests: many plain, many of the others nearly so. */
const request = fc
  .record({
    verb: fc.constantFrom("GET", "POST", "GET", "POST", "POST", "PUT"),
    target,
    lines: fc.array(line, { maxLength: 3 }),
    host: fc.constantFrom("Host: x", "Host: x", "Host: x", "host:", "Host: a\r\nHost: b", "X-None: x"),
    body: fc.constantFrom("", "{}", "a=b&c", "GET /bot1:a/getMe HTTP/1.1\r\nHost: x\r\n\r\n"),
    says: fc.boolean(),
  })
  .map(({ verb, target: address, lines, host, body, says }) => {
    const length = says ? [`Content-Length: ${body.length}`] : [];
    return `${[`${verb} ${address} HTTP/1.1`, host, ...lines, ...length].join("\r\n")}\r\n\r\n${body}`;
  });

const NASTY = ["\r", "\n", "\r\n", "\0", " ", "\t", ":", ",", "\xa0", "\xff", "\v", "\f", "0", "1", "+", "-", ";"];
/** Changes a few bytes at random positions. */
const nastily = fc.oneof(
  fc.constant([]),
  fc.array(fc.record({ at: fc.nat(), drop: fc.nat(2), put: fc.constantFrom("", ...NASTY) }), { maxLength: 3 }),
);
const stream = fc.tuple(fc.array(request, { minLength: 1, maxLength: 3 }), nastily).map(([requests, changes]) => {
  let text = requests.join("");
  for (const { at, drop, put } of changes) {
    const from = at % (text.length + 1);
    text = text.slice(0, from) + put + text.slice(from + drop);
  }
  return Buffer.from(text, "latin1");
});

describe("any bytes", () => {
  test("are the same requests to both readers, or none to this one", () => {
    let taken = 0;
    fc.assert(
      fc.property(stream, (bytes) => void (taken += agree(bytes))),
      { numRuns: 5000 },
    );
    // Enough requests were accepted for the comparison to mean something.
    expect(taken).toBeGreaterThan(1000);
  });

  test("are never read one way in part and another way as a whole", () => {
    fc.assert(
      fc.property(stream, fc.nat(), (bytes, cut) => {
        const part = readFastPathRequest(bytes.subarray(0, cut % (bytes.length + 1)), 0);
        const whole = readFastPathRequest(bytes, 0);
        expect(part === "more" ? whole : part).toEqual(whole);
      }),
      { numRuns: 2000 },
    );
  });
});
