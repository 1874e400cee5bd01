/** Requests over a real connection: every encoding, every limit, and clients that disconnect (behaviour.md §1). */
import { once } from "node:events";
import { createServer, request, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { deflateSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Upload, UploadInfo } from "../../media/upload.ts";
import { BodyError, type BodyLimits, type DecodedCall } from "./body-error.ts";
import { readCall } from "./read-call.ts";

/** An upload in memory that records what was done with it. */
class Kept implements Upload {
  readonly info: UploadInfo;
  readonly pieces: Buffer[] = [];
  state: "open" | "finished" | "aborted" = "open";
  /** Whether the buffer is full after every piece, and how often somebody waited for it. */
  slow = false;
  waits = 0;
  written_meanwhile = 0;
  #waiting = false;

  constructor(info: UploadInfo) {
    this.info = info;
  }

  write(chunk: Uint8Array): boolean {
    if (this.#waiting) this.written_meanwhile += 1;
    this.pieces.push(Buffer.from(chunk));
    return !this.slow;
  }

  async drained(): Promise<void> {
    this.waits += 1;
    this.#waiting = true;
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    this.#waiting = false;
  }

  async finish() {
    this.state = "finished";
    const bytes = Buffer.concat(this.pieces);
    return { size: bytes.length, sha256: bytes.toString("latin1"), path: "" };
  }

  async abort(): Promise<void> {
    this.state = "aborted";
  }
}

const LIMITS: BodyLimits = {
  json_bytes: 2000,
  field_bytes: 1000,
  files: 3,
  files_bytes: 6_000_000,
  file_bytes: (field) => (field === "small" ? 10 : 5_000_000),
  skipped_bytes: 1000,
};

/** How the next request is read, its outcome, and the uploads that it opened. */
let opened: Kept[] = [];
let slow = false;
let takesFiles = true;
let outcome: Promise<DecodedCall | BodyError>;
let arrived: (req: IncomingMessage) => Promise<void> | undefined;

const server = createServer((req, res) => {
  const sink = {
    open(info: UploadInfo) {
      const upload = new Kept(info);
      upload.slow = slow;
      opened.push(upload);
      return upload;
    },
  };
  const read = async () => {
    await arrived(req);
    return readCall(req, req.url!.split("?")[1] ?? "", LIMITS, takesFiles ? sink : null);
  };
  outcome = read().catch((error: unknown) => {
    if (error instanceof BodyError) return error;
    throw error;
  });
  void outcome.then(() => {
    res.end("read");
    if (!req.complete) req.resume();
  });
});
let port: number;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  opened = [];
  slow = false;
  takesFiles = true;
  arrived = () => undefined;
});

type Body = string | Uint8Array;

/** Sends a request, and waits for its outcome. */
async function send(headers: OutgoingHttpHeaders, body: Body, query = ""): Promise<DecodedCall | BodyError> {
  const req = request({ port, host: "127.0.0.1", method: "POST", path: `/${query && `?${query}`}`, headers });
  req.end(body);
  const [res] = (await once(req, "response")) as [IncomingMessage];
  res.resume();
  await once(res, "end");
  return outcome;
}

async function paramsOf(headers: OutgoingHttpHeaders, body: Body, query = ""): Promise<Record<string, unknown>> {
  const read = await send(headers, body, query);
  if (read instanceof BodyError) throw read;
  return Object.fromEntries(read.params);
}

async function faultOf(headers: OutgoingHttpHeaders, body: Body, query = ""): Promise<[number, string]> {
  const read = await send(headers, body, query);
  return read instanceof BodyError ? [read.code, read.message] : [200, "no fault"];
}

const JSON_TYPE = { "content-type": "application/json" };
const FORM = { "content-type": "multipart/form-data; boundary=b" };
const PAIRS = { "content-type": "application/x-www-form-urlencoded" };
const field = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const file = (name: string, value: string, file_name = "f") =>
  `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${file_name}"\r\n\r\n${value}\r\n`;

describe("encodings", () => {
  test("all of them give the same parameters", async () => {
    // Names and values that multipart can carry: no line ends in names, no delimiter in values.
    const name = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 8 })
      .filter((text) => /^[^"\\%\p{Cc}]+$/u.test(text));
    const value = fc.string({ unit: "grapheme", maxLength: 30 }).filter((text) => !text.includes("--b"));
    const plain = fc.dictionary(name, value, { maxKeys: 6 }).filter((params) => !Object.hasOwn(params, "__proto__"));
    await fc.assert(
      fc.asyncProperty(plain, async (params) => {
        const expected = { ...params };
        const pairs = Object.entries(params)
          .map((pair) => pair.map(encodeURIComponent).join("="))
          .join("&");
        const form = `${Object.entries(params)
          .map((pair) => field(...pair))
          .join("")}--b--`;
        const json = JSON.stringify(params);
        expect(await paramsOf({}, "", pairs)).toEqual(expected);
        expect(await paramsOf(PAIRS, pairs)).toEqual(expected);
        expect(await paramsOf(PAIRS, new URLSearchParams(params).toString())).toEqual(expected);
        expect(await paramsOf(FORM, form)).toEqual(expected);
        expect(await paramsOf(JSON_TYPE, json)).toEqual(expected);
        expect(await paramsOf({ ...JSON_TYPE, "content-encoding": "gzip" }, gzipSync(json))).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  test.each<[string, OutgoingHttpHeaders, Body]>([
    ["JSON without a content type", {}, '{"a":"1"}'],
    ["JSON that calls itself text", { "content-type": "text/plain" }, ' {"a":"1"}'],
    ["JSON of a kind", { "content-type": "application/vnd.x+json; charset=utf-8" }, '{"a":"1"}'],
    ["pairs without a content type", {}, "a=1"],
    ["pairs with a line end", PAIRS, "a=1\r\n"],
    ["another letter case", { "content-type": "Application/JSON;charset=UTF-8" }, '{"a":"1"}'],
    ["deflate", { ...PAIRS, "content-encoding": "deflate" }, deflateSync("a=1")],
    ["a packed form", { ...FORM, "content-encoding": "GZIP" }, gzipSync(`${field("a", "1")}--b--`)],
    ["identity", { ...PAIRS, "content-encoding": "identity" }, "a=1"],
    ["a form in which a name comes twice", FORM, `${field("a", "1")}${field("a", "2")}--b--`],
    ["pairs in which a name comes twice", PAIRS, "a=1&a=2"],
  ])("%s", async (_name, headers, body) => {
    expect(await paramsOf(headers, body)).toEqual({ a: "1" });
  });

  test.each<[string, OutgoingHttpHeaders]>([
    ["JSON", JSON_TYPE],
    ["pairs", PAIRS],
    ["a form", FORM],
    ["a form without a boundary", { "content-type": "multipart/form-data" }],
    ["anything", { "content-type": "image/png" }],
  ])("an empty body of %s has no parameters", async (_name, headers) => {
    expect(await paramsOf({ ...headers, "content-length": 0 }, "")).toEqual({});
  });

  test("an empty body in chunks has none either", async () => {
    for (const headers of [JSON_TYPE, PAIRS, FORM, { "content-type": "image/png" }]) {
      expect(await paramsOf({ ...headers, "transfer-encoding": "chunked" }, "")).toEqual({});
    }
  });

  test("the query wins, name by name", async () => {
    const query = "a=query&c=";
    const expected = { a: "query", b: "body", c: "" };
    expect(await paramsOf(JSON_TYPE, '{"a":"body","b":"body","c":"body"}', query)).toEqual(expected);
    expect(await paramsOf(PAIRS, "a=body&b=body&c=body", query)).toEqual(expected);
    expect(await paramsOf(FORM, `${field("a", "body")}${field("b", "body")}${field("c", "x")}--b--`, query)).toEqual(
      expected,
    );
  });

  test("names of the language's own are names like any other", async () => {
    const read = await send(PAIRS, "__proto__=1&constructor=2&toString=3");
    expect(read instanceof BodyError ? [] : [...read.params]).toEqual([
      ["__proto__", "1"],
      ["constructor", "2"],
      ["toString", "3"],
    ]);
  });

  test("a body of which the sender first asks whether it may come", async () => {
    const req = request({
      port,
      host: "127.0.0.1",
      method: "POST",
      headers: { ...PAIRS, expect: "100-continue", "content-length": 3 },
    });
    req.flushHeaders();
    await once(req, "continue");
    req.end("a=1");
    const [res] = (await once(req, "response")) as [IncomingMessage];
    res.resume();
    expect(Object.fromEntries(((await outcome) as DecodedCall).params)).toEqual({ a: "1" });
  });
});

describe("faults", () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000, "a"));

  test.each<[string, OutgoingHttpHeaders, Body, number, string]>([
    ["an unknown content type", { "content-type": "image/png" }, "x", 400, "content type of the body"],
    ["text that is neither", {}, "hello", 400, "can't tell what the body is"],
    ["an unknown compression", { ...JSON_TYPE, "content-encoding": "br" }, "x", 400, "content encoding"],
    ["no gzip", { ...JSON_TYPE, "content-encoding": "gzip" }, "not packed", 400, "cut short or is damaged"],
    [
      "half a gzip",
      { ...JSON_TYPE, "content-encoding": "gzip" },
      gzipSync('{"a":1}').subarray(0, 20),
      400,
      "cut short",
    ],
    ["packed JSON without end", { ...JSON_TYPE, "content-encoding": "gzip" }, bomb, 413, "the body is too long"],
    [
      "a packed field without end",
      { ...FORM, "content-encoding": "gzip" },
      gzipSync(field("a", "a".repeat(50_000_000))),
      413,
      "parameters are too long",
    ],
    [
      "a packed file without end",
      { ...FORM, "content-encoding": "gzip" },
      gzipSync(file("a", "a".repeat(50_000_000))),
      413,
      "file is too big",
    ],
    ["a packed body of no parts", { ...FORM, "content-encoding": "gzip" }, bomb, 400, "too much outside its parts"],
    ["a long body", PAIRS, `a=${"x".repeat(2000)}`, 413, "the body is too long"],
    [
      "fields that are too long together",
      FORM,
      `${field("a", "x".repeat(600))}${field("b", "x".repeat(600))}--b--`,
      413,
      "parameters are too long",
    ],
    [
      "names that are too long together",
      FORM,
      `${field("a".repeat(600), "")}${field("b".repeat(600), "")}--b--`,
      413,
      "parameters are too long",
    ],
    ["a file that is too large", FORM, `${file("small", "x".repeat(11))}--b--`, 413, "file is too big"],
    [
      "files that are too large together",
      FORM,
      `${["1", "2", "3"].map((name) => file(name, "x".repeat(2_100_000))).join("")}--b--`,
      413,
      "the files are too big together",
    ],
    ["too many files", FORM, `${["1", "2", "3", "4"].map((name) => file(name, "")).join("")}--b--`, 400, "at most 3"],
    ["no boundary", { "content-type": "multipart/form-data" }, "x", 400, "no usable boundary"],
    ["a part without a name", FORM, "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--", 400, "has no name"],
    ["a field that is no UTF-8", FORM, Buffer.from(`${field("a", "\xff")}--b--`, "latin1"), 400, "not valid UTF-8"],
    ["pairs that are no UTF-8", PAIRS, "a=%ff", 400, "not valid UTF-8"],
    ["a form cut short", FORM, file("a", "x"), 400, "cut short"],
  ])("%s", async (_name, headers, body, code, words) => {
    expect(await faultOf(headers, body)).toEqual([code, expect.stringContaining(words)]);
    expect(opened.filter((upload) => upload.state !== "aborted")).toEqual([]);
  });

  test("a broken query is a fault, whatever the body", async () => {
    expect(await faultOf(JSON_TYPE, "{}", "a=%ff")).toEqual([400, expect.stringContaining("not valid UTF-8")]);
  });

  test("the connection goes on after a fault", async () => {
    const socket = connect(port, "127.0.0.1");
    const answers: string[] = [];
    socket.on("data", (chunk: Buffer) => answers.push(chunk.toString()));
    const packed = gzipSync(Buffer.from(Array.from({ length: 3_000_000 }, (_, i) => (i * i) % 251)));
    for (const [type, encoding, body] of [
      ["multipart/form-data; boundary=b", "", Buffer.from(`${file("small", "x".repeat(3_000_000))}--b--`)],
      ["application/json", "Content-Encoding: gzip\r\n", packed],
      ["application/x-www-form-urlencoded", "", Buffer.from("a=1")],
    ] as const) {
      const before = answers.length;
      const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n${encoding}Content-Length: ${body.length}\r\n\r\n`;
      socket.write(head);
      socket.write(body);
      while (answers.length === before) await once(socket, "data");
    }
    expect(Object.fromEntries(((await outcome) as DecodedCall).params)).toEqual({ a: "1" });
    socket.destroy();
  });

  test("any bytes at all end in parameters or in a fault", async () => {
    const headers = fc.constantFrom<OutgoingHttpHeaders>({}, JSON_TYPE, PAIRS, FORM, {
      ...FORM,
      "content-encoding": "gzip",
    });
    const noise = fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 200 }),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.concat([Buffer.from(file("a", "x")), bytes])),
      fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => gzipSync(bytes)),
    );
    const query = fc.stringMatching(/^[a-z0-9%+=&]*$/);
    await fc.assert(
      fc.asyncProperty(headers, noise, query, async (each, bytes, text) => {
        // `send` throws any error that is no BodyError.
        await send(each, bytes, text);
      }),
      { numRuns: 300 },
    );
  });
});

describe("files", () => {
  const read = async (body: Body) => {
    const call = await send(FORM, body);
    if (call instanceof BodyError) throw call;
    return [...call.files].map(([name, { upload, ...rest }]) => [name, rest, upload.sha256]);
  };

  test("a part is a file if and only if it has a file name", async () => {
    const typed = '--b\r\nContent-Type: image/png\r\nContent-Disposition: form-data; name="c"\r\n\r\nno file\r\n';
    const body = `${file("a", "1", "x.txt")}${field("b", "attach://a")}${typed}--b--`;
    expect(await read(body)).toEqual([["a", { field: "a", file_name: "x.txt" }, "1"]]);
    expect(Object.fromEntries(((await outcome) as DecodedCall).params)).toEqual({ b: "attach://a", c: "no file" });
  });

  test("a folded header of a part is one line", async () => {
    const part = 'Content-Disposition: form-data;\r\n name="a";\r\n\t filename="x.txt"\r\nContent-Type:\r\n text/plain';
    const call = await send(FORM, `--b\r\n${part}\r\n\r\nfour\r\n--b--`);
    expect(call instanceof BodyError ? call.message : call.files.get("a")).toMatchObject({
      file_name: "x.txt",
      content_type: "text/plain",
    });
  });

  test("the content type is the sender's word for it", async () => {
    const body = file("a", "1").replace("\r\n\r\n", "\r\nContent-Type: text/x-odd; a=b\r\n\r\n");
    expect(await read(`${body}--b--`)).toEqual([
      ["a", { field: "a", file_name: "f", content_type: "text/x-odd; a=b" }, "1"],
    ]);
  });

  test("a file without a name has none, and without content it is no file", async () => {
    expect(await read(`${file("a", "1", "")}${file("b", "", "")}${file("c", "")}--b--`)).toEqual([
      ["a", { field: "a" }, "1"],
      ["c", { field: "c", file_name: "f" }, ""],
    ]);
    expect(opened.map((upload) => upload.state)).toEqual(["finished", "aborted", "finished"]);
  });

  test("of two files of one name the first is stored", async () => {
    expect(await read(`${file("a", "1")}${file("a", "2")}--b--`)).toEqual([["a", { field: "a", file_name: "f" }, "1"]]);
    expect(opened).toHaveLength(1);
  });

  test("a method that takes no files lets small ones pass", async () => {
    takesFiles = false;
    expect(await read(`${file("a", "x".repeat(1000))}${field("b", "1")}--b--`)).toEqual([]);
    expect(Object.fromEntries(((await outcome) as DecodedCall).params)).toEqual({ b: "1" });
    const many = Array.from({ length: 10 }, () => file("a", "x".repeat(100))).join("");
    expect(await read(`${many}--b--`)).toEqual([]);
    expect(await faultOf(FORM, `${many}${file("b", "x")}--b--`)).toEqual([413, "the body is too long"]);
  });

  test("a slow upload is waited for", async () => {
    slow = true;
    const content = "0123456789".repeat(200_000);
    expect(
      (await read(`${file("a", content)}${field("b", "1")}${file("c", content)}--b--`)).map((each) => each[2]),
    ).toEqual([content, content]);
    for (const upload of opened) {
      expect(upload.waits).toBeGreaterThan(2);
      expect(upload.written_meanwhile).toBe(0);
    }
  });

  test("an upload that fails ends the call with its own error, and the others are taken back", async () => {
    arrived = () => undefined;
    const full = new Error("no space left");
    const failing = Object.assign(new Kept({ field: "b" }), { finish: () => Promise.reject(full) });
    const uploads = [new Kept({ field: "a" }), failing];
    const req = Object.assign(request({ port, host: "127.0.0.1", method: "POST", headers: FORM }), {});
    const reading = new Promise<unknown>((resolve) => {
      arrived = async (incoming) => {
        const sink = { open: (info: UploadInfo) => uploads.find((each) => each.info.field === info.field)! };
        resolve(await readCall(incoming, "", LIMITS, sink).catch((error: unknown) => error));
      };
    });
    req.end(`${file("a", "1")}${file("b", "2")}--b--`);
    expect(await reading).toBe(full);
    expect(uploads.map((upload) => upload.state)).toEqual(["aborted", "aborted"]);
    req.on("error", () => {}).destroy();
  });
});

describe("callers who break off", () => {
  /** Connects, sends the head and a part of a form, and waits until its file has begun to arrive. */
  async function begin(encoding = ""): Promise<Socket> {
    const socket = connect(port, "127.0.0.1");
    const whole = Buffer.from(`${file("a", "1")}${file("b", "x".repeat(300_000))}`);
    const body = encoding === "" ? whole : gzipSync(whole, { level: 0 });
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM["content-type"]}\r\n${encoding}Content-Length: 900000\r\n\r\n`,
    );
    socket.write(body);
    while (!(opened[1]?.pieces.length ?? 0)) await new Promise(setImmediate);
    return socket;
  }

  test.each([
    ["plain", "", false],
    ["packed", "Content-Encoding: gzip\r\n", false],
    ["plain, while the upload is slow", "", true],
  ])("in the middle of a file: nothing is kept (%s)", async (_name, encoding, isSlow) => {
    slow = isSlow;
    const socket = await begin(encoding);
    socket.destroy();
    expect(await outcome).toEqual(new BodyError(400, "the body was cut short or is damaged"));
    expect(opened.map((upload) => upload.state)).toEqual(["aborted", "aborted"]);
  });

  test.each([
    ["plain", ""],
    ["packed", "Content-Encoding: gzip\r\n"],
  ])("before the body is read at all (%s)", async (_name, encoding) => {
    let disconnected = () => {};
    const seen = new Promise<void>((resolve) => {
      arrived = (req) =>
        new Promise((go) => {
          req.once("close", () => go());
          resolve();
        });
    });
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(
        `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${encoding}Content-Length: 100\r\n\r\n{`,
      );
    });
    disconnected = () => socket.destroy();
    await seen;
    disconnected();
    expect(await outcome).toEqual(new BodyError(400, "the body was cut short or is damaged"));
  });
});
