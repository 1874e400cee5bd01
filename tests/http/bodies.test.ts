/** Parameters in every encoding, valid and invalid (behaviour.md §1). */
import { connect } from "node:net";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MultipartParser } from "heliogram/http/body/multipart.ts";
import { BodyError } from "heliogram/http/body/body-error.ts";
import { readDisposition } from "heliogram/http/body/content-disposition.ts";
import { startWorld, type Json, type TestService } from "../support/service.ts";

describe("encodings", () => {
  let t: TestService;
  let path: string;
  let chat: number;
  beforeAll(async () => {
    t = await startWorld("memory");
    path = `/bot${t.token("guard_bot")}/sendMessage`;
    chat = t.id("Team");
  });
  afterAll(() => t.stop());

  const send = (init: RequestInit, query = "") => t.fetch(path + query, { method: "POST", ...init });
  const typed = (type: string, body: NonNullable<RequestInit["body"]>) =>
    send({ headers: { "content-type": type }, body });
  const markup = '{"inline_keyboard":[[{"text":"A","callback_data":"a"}]]}';

  test("all encodings give the same parameters", async () => {
    const form = new URLSearchParams({ chat_id: String(chat), text: "grüße & mehr", reply_markup: markup });
    const multipart = new FormData();
    for (const [name, value] of form) multipart.set(name, value);
    const answers = [
      await t.fetch(`${path}?${form}`),
      await send({ body: form }),
      await send({ body: multipart }),
      await typed(
        "application/json",
        JSON.stringify({ chat_id: chat, text: "grüße & mehr", reply_markup: JSON.parse(markup) }),
      ),
      await typed(
        "application/json",
        JSON.stringify({ chat_id: String(chat), text: "grüße & mehr", reply_markup: markup }),
      ),
      await send({ body: new URLSearchParams({ text: "the query wins" }) }, `?${form}`),
      await send({
        headers: { "content-type": "application/json", "content-encoding": "gzip" },
        body: gzipSync(JSON.stringify(Object.fromEntries(form))),
      }),
      await send({ body: JSON.stringify(Object.fromEntries(form)) }),
    ];
    for (const { body } of answers) {
      expect(body.result).toMatchObject({ text: "grüße & mehr", reply_markup: JSON.parse(markup) });
    }
  });

  test("booleans and numbers in other notations", async () => {
    const restrict = (permissions: object, extra: object = {}) =>
      t.bot("guard_bot", "restrictChatMember", {
        chat_id: chat,
        user_id: String(t.id("carla")),
        permissions,
        ...extra,
      });
    for (const yes of [true, "true", "True", "YES", "1", 1]) {
      await restrict({ can_send_messages: yes });
      const member = await t.ok("guard_bot", "getChatMember", { chat_id: chat, user_id: t.id("carla") });
      expect([yes, member.can_send_messages]).toEqual([yes, true]);
    }
    expect((await restrict({ can_send_messages: "maybe" })).status).toBe(400);
    const until = Math.floor(t.clock.now() / 1000) + 100;
    await restrict({}, { until_date: `${until}.0` });
    expect((await t.ok("guard_bot", "getChatMember", { chat_id: chat, user_id: t.id("carla") })).until_date).toBe(
      until,
    );
  });

  test.each<[string, string, string | Uint8Array<ArrayBuffer>, string]>([
    ["broken JSON", "application/json", "{", "not valid JSON"],
    ["a JSON array", "application/json", "[]", "a JSON object is expected"],
    ["a JSON number", "application/json", "7", "a JSON object is expected"],
    ["an unsafe integer", "application/json", '{"chat_id":9007199254740993}', "too large to be exact"],
    ["invalid UTF-8", "application/json", Uint8Array.from([0x7b, 0xff, 0x7d]), "not valid UTF-8"],
    ["deep nesting", "application/json", `{"a":${"[".repeat(81)}${"]".repeat(81)}}`, "nested deeper"],
    ["__proto__", "application/json", '{"__proto__":{"chat_id":1}}', "__proto__"],
    ["no boundary", "multipart/form-data", "--x", "no usable boundary"],
    ["a long boundary", `multipart/form-data; boundary=${"b".repeat(71)}`, "--x", "no usable boundary"],
    [
      "a body cut short",
      "multipart/form-data; boundary=b",
      '--b\r\nContent-Disposition: form-data; name="text"\r\n\r\nhal',
      "cut short",
    ],
    [
      "a part without a name",
      "multipart/form-data; boundary=b",
      "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--",
      "has no name",
    ],
    ["an escape that is no UTF-8", "application/x-www-form-urlencoded", "junk=%ff", "not valid UTF-8"],
    ["another type", "application/xml", "<a/>", "content type"],
  ])("%s is a bad request", async (_name, type, body, words) => {
    const answer = await typed(type, body);
    expect([answer.status, answer.body.description]).toEqual([400, expect.stringContaining(words)]);
  });

  test("a percent sign without two hex digits stands for itself", async () => {
    const text = "chat_id=" + chat + "&text=100%&junk=%zz";
    for (const { body } of [await typed("application/x-www-form-urlencoded", text), await send({}, `?${text}`)]) {
      expect(body.result.text).toBe("100%");
    }
  });

  test("empty bodies and null have no parameters", async () => {
    for (const body of ["", "{}", "null"]) {
      expect((await typed("application/json", body)).body.description).toBe("Bad Request: chat_id is empty");
    }
    expect((await t.post(`/bot${t.token("guard_bot")}/getMe`, {})).status).toBe(200);
    const odd = await t.fetch(`/bot${t.token("guard_bot")}/getMe`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{",
    });
    expect(odd.status).toBe(200);
  });

  test("a long Cyrillic text fits into a query", async () => {
    const text = "ж".repeat(4096);
    const answer = await t.fetch(`${path}?chat_id=${chat}&text=${encodeURIComponent(text)}`);
    expect(answer.body.result.text).toBe(text);
  });

  /** Sends bytes. @returns everything the server sent until it ended the connection or `enough` was true */
  function raw(text: string | Buffer, enough: (answer: string) => boolean): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(Number(new URL(t.url).port), "127.0.0.1", () => socket.write(text));
      let answer = "";
      socket.on("data", (chunk) => {
        answer += chunk.toString();
        if (enough(answer)) socket.destroy();
      });
      socket.on("close", () => resolve(answer));
      socket.on("error", () => {});
    });
  }

  test("a request line may have UTF-8, in front of every kind of body and on every connection", async () => {
    const query = `chat_id=${chat}&text=Привет é 🎉`.replaceAll(" ", "+");
    const part = '--b\r\nContent-Disposition: form-data; name="x"; filename="x"\r\n\r\nx\r\n--b--\r\n';
    const post = (headers: string, body: string) =>
      `POST ${path}?${query} HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
    const requests = [
      `GET ${path}?${query} HTTP/1.1\r\nHost: x\r\n\r\n`,
      post("Content-Type: application/json\r\n", '{"text":"the query wins"}'),
      // From here on, node:http reads the connection.
      post("Content-Type: multipart/form-data; boundary=b\r\n", part),
      `GET ${path}?${query} HTTP/1.1\r\nHost: x\r\n\r\n`,
    ];
    const count = (answer: string) => answer.split('"text":"Привет é 🎉"').length - 1;
    const answer = await raw(requests.join(""), (said) => count(said) === requests.length);
    expect(count(answer)).toBe(requests.length);
    const invalid = Buffer.from(`GET ${path}?text=\xff HTTP/1.1\r\nHost: x\r\n\r\n`, "latin1");
    expect(await raw(invalid, (said) => said.includes("trace_id"))).toContain("a parameter is not valid UTF-8");
  });

  test("invalid HTTP gets a response in the JSON envelope", async () => {
    const answer = await raw("nonsense\r\n\r\n", () => false);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.split("\r\n\r\n")[1]!)).toMatchObject({ ok: false, error_code: 400 });
    const large = await raw(`GET /${"x".repeat(300_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, () => false);
    expect(large).toMatch(/^HTTP\/1\.1 431 /);
  });

  test("bodies that end too early, too late or never affect no other request", async () => {
    const head = (length: number) =>
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
    const body = JSON.stringify({ chat_id: chat, text: "whole" });
    const before = (await t.as("alice", "getHistory", { chat_id: chat, limit: 1 })).messages[0].message_id;
    // An aborted request: there is no client to answer, and no message is sent.
    const cut = connect(Number(new URL(t.url).port), "127.0.0.1", () => cut.end(head(body.length) + body.slice(0, 10)));
    cut.resume();
    await new Promise((done) => cut.once("close", done));
    // More bytes than the content length: the rest is no valid request.
    const long = await raw(`${head(body.length)}${body}and more\r\n\r\n`, (text) => text.includes("HTTP/1.1 400"));
    expect(long.indexOf("HTTP/1.1 200")).toBe(0);
    // An invalid content length, and two that differ.
    for (const lengths of [
      "Content-Length: x",
      "Content-Length: 3\r\nContent-Length: 4",
      "Content-Length: 3\r\nTransfer-Encoding: chunked",
    ]) {
      const answer = await raw(`POST ${path} HTTP/1.1\r\nHost: x\r\n${lengths}\r\n\r\n`, () => false);
      expect([lengths, answer.slice(0, 12)]).toEqual([lengths, "HTTP/1.1 400"]);
    }
    const { messages } = await t.as("alice", "getHistory", { chat_id: chat, after: before });
    expect(messages.map((message: Json) => message.text)).toEqual(["whole"]);
  });

  test("pipelined requests are answered in order", async () => {
    const one = (method: string) => `GET /bot${t.token("guard_bot")}/${method} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const answer = await raw(one("getMe") + one("nothing") + one("getWebhookInfo"), (text) =>
      text.includes("pending_update_count"),
    );
    expect(answer.indexOf("guard_bot")).toBeLessThan(answer.indexOf("method not found"));
    expect(answer.indexOf("method not found")).toBeLessThan(answer.indexOf("pending_update_count"));
  });
});

interface Part {
  readonly name: string;
  readonly file_name?: string;
  readonly content: Buffer;
}

/** Parses a body that arrives in pieces of these sizes. */
function parse(body: Buffer, boundary: string, cuts: readonly number[]): Part[] {
  const parts: Part[] = [];
  let current: { headers: ReadonlyMap<string, string>; pieces: Buffer[] } | undefined;
  const parser = new MultipartParser(boundary, {
    begin: (headers) => (current = { headers, pieces: [] }),
    data: (piece) => current!.pieces.push(Buffer.from(piece)),
    end: () =>
      parts.push({
        ...readDisposition(current!.headers.get("content-disposition")!)!,
        content: Buffer.concat(current!.pieces),
      }),
  });
  let at = 0;
  for (const cut of cuts) {
    parser.push(body.subarray(at, at + cut));
    at += cut;
  }
  parser.push(body.subarray(at));
  parser.finish();
  return parts;
}

describe("multipart", () => {
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    fc
      .constantFrom("", "\r\n", "--", "\r\n--", "\r\n--bound", "--bound--", "\r\n\r\n")
      .map((text) => Buffer.from(text)),
  );
  const safe = (bytes: Buffer) => !bytes.includes("\r\n--bound\r\n") && !bytes.includes("\r\n--bound--");

  test("the parts are the same however the body is split", () => {
    fc.assert(
      fc.property(
        fc.array(
          content.filter((bytes) => safe(bytes) && !bytes.includes("--bound")),
          { minLength: 1, maxLength: 5 },
        ),
        fc.array(fc.integer({ min: 1, max: 40 })),
        fc.boolean(),
        (contents, cuts, closed) => {
          const pieces = contents.map((bytes, i) => [
            Buffer.from(`--bound\r\nContent-Disposition: form-data; name="f${i}"; filename="n"\r\n\r\n`),
            bytes,
            Buffer.from("\r\n"),
          ]);
          const body = Buffer.concat([...pieces.flat(), Buffer.from(closed ? "--bound--\r\n" : "--bound--")]);
          const parts = parse(body, "bound", cuts);
          expect(parts.map((part) => part.content.toString("hex"))).toEqual(
            contents.map((bytes) => bytes.toString("hex")),
          );
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("any bytes give parts or an error with a reason", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        try {
          parse(Buffer.from(bytes), "b", []);
        } catch (error) {
          if (!(error instanceof BodyError)) throw error;
        }
      }),
      { numRuns: 1000 },
    );
  });

  test.each<[string, Json]>([
    ['form-data; name="a"', { name: "a" }],
    ["form-data; name=a; filename=plain.txt", { name: "a", file_name: "plain.txt" }],
    ["form-data; name=a; filename=with space[1],@.txt", { name: "a", file_name: "with space[1],@.txt" }],
    ['form-data; name="a"; filename="q\\"uote.txt"', { name: "a", file_name: 'q"uote.txt' }],
    ['form-data; name="a"; filename="q%22uote.txt"', { name: "a", file_name: 'q"uote.txt' }],
    ['form-data; name="a"; filename="файл.txt"', { name: "a", file_name: "файл.txt" }],
    ['form-data; name="a"; filename="x"; filename*=UTF-8\'\'%e2%82%ac.txt', { name: "a", file_name: "€.txt" }],
    ['form-data; name="a"; filename="C:\\dir\\x.txt"', { name: "a", file_name: "x.txt" }],
    ['form-data; name="a"; filename="../../etc/passwd"', { name: "a", file_name: "passwd" }],
  ])("%s", (header, expected) => {
    expect(readDisposition(header)).toEqual(expected);
  });
});
