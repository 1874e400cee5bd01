/** Random requests for both readers: valid in every encoding, unusual, invalid, split anywhere. */
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import type { TestService } from "../../support/service.ts";

/** What one client sends on one connection. */
export interface Case {
  readonly pieces: readonly Buffer[];
}

/** The last request on the connection: its response shows that the reader is still in step. */
export const SENTINEL_TRACE = "5e".repeat(16);
export const SENTINEL = `GET /bot/sentinel HTTP/1.1\r\nHost: x\r\ntraceparent: 00-${SENTINEL_TRACE}-${"1".repeat(16)}-01\r\n\r\n`;

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const CRLF = "\r\n";

/** Headers that decide how a request is delimited, in every form on which parsers differ. */
const ODD_LINES = [
  "Content-Length: 2",
  "Content-Length: 0",
  "Content-Length: 00002",
  "Content-Length: 2, 2",
  "Content-Length: +2",
  "Content-Length: -1",
  "Content-Length: 0x2",
  "Content-Length: 2\t",
  "Content-Length:2 ",
  "Content-Length: \xa02",
  "Content-Length: 2\n",
  "Content-Length : 2",
  "Content-Length",
  "Transfer-Encoding: chunked",
  "transfer-encoding: CHUNKED",
  "Transfer-Encoding : chunked",
  "Transfer-Encoding: identity",
  "Transfer-Encoding: xchunked",
  "Transfer-Encoding: gzip, chunked",
  "X: y\n folded",
  "X: y\r\n folded",
  "X: y\rZ: z",
  "X: y\nTransfer-Encoding: chunked",
  "X: a\0b",
  "X: gr\xfc\xdfe",
  " X: y",
  ": y",
  "Connection: close",
  "connection: CLOSE",
  "Connection: keep-alive",
  "Connection: Keep-Alive, X",
  "Connection:",
  "Proxy-Connection: close",
  "Keep-Alive: timeout=5",
  "Connection: Upgrade\r\nUpgrade: websocket",
  "Connection: Upgrade\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk",
  "Upgrade: websocket",
  "Expect: 100-continue",
  "Expect: more",
  "Host: other",
  "Content-Type: application/json",
  "Content-Type: text/plain",
  "Content-Type: application/x-www-form-urlencoded; charset=utf-8",
  "Content-Type: multipart/form-data; boundary=b",
  "Content-Encoding: gzip",
  "Content-Encoding: identity",
  "Trailer: X",
  "TE: trailers",
  `traceparent: 00-${"ab".repeat(16)}-${"1".repeat(16)}-01`,
  "traceparent: nonsense",
  `X: ${"x".repeat(8100)}`,
  `X: ${"x".repeat(20_000)}`,
  Array.from({ length: 70 }, (_, n) => `X-${n}: y`).join(CRLF),
];

const NASTY = ["\r", "\n", "\r\n", "\0", " ", "\t", ":", ",", "\xa0", "\xff", "0", "1", "+", "-", ";", "#", "%"];

/** A body, and the headers that go with it. */
type Coded = readonly [lines: readonly string[], body: string];

/** The same parameters in one of the encodings. */
function coded(params: Record<string, string>, json: string, how: number): Coded {
  const form = new URLSearchParams(params).toString();
  const measured = (type: string, body: string): Coded => [
    [...(type === "" ? [] : [`Content-Type: ${type}`]), `Content-Length: ${body.length}`],
    body,
  ];
  switch (how) {
    case 0:
      return measured("application/x-www-form-urlencoded", form);
    case 1:
      return measured("", how % 2 === 0 ? form : json);
    case 2:
      return measured("application/xml", json);
    case 3: {
      const parts = Object.entries(params).map(
        ([key, value]) => `--b\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
      );
      return measured("multipart/form-data; boundary=b", `${parts.join("")}--b--\r\n`);
    }
    case 4: {
      const [lines, body] = measured("application/json", latin1(gzipSync(json)));
      return [[...lines, "Content-Encoding: gzip"], body];
    }
    case 5: {
      const half = json.length >> 1;
      const chunks = [json.slice(0, half), json.slice(half)].map(
        (each) => `${each.length.toString(16)}\r\n${each}\r\n`,
      );
      return [["Content-Type: application/json", "Transfer-Encoding: chunked"], `${chunks.join("")}0\r\n\r\n`];
    }
    case 6: {
      const [lines, body] = measured("application/json", json);
      return [[...lines, "Expect: 100-continue"], body];
    }
    case 7:
      return measured("application/json", `${json}${" ".repeat(65_537 - json.length)}`);
    case 8:
      return [[], ""];
    default:
      return measured("application/json", json);
  }
}

/** Requests that change nothing, so that many may run at once, and whose responses show what was read. */
function request(t: TestService): fc.Arbitrary<string> {
  const token = t.token("guard_bot");
  const chat = String(t.id("Team"));
  const users = ["alice", "bob", "carla"].map((name) => String(t.id(name)));
  const paths = [
    `/bot${token}/getChatMember`,
    `/bot${token}/GetChatMember/`,
    `/bot${token}/getMe`,
    `/bot${token}/getChat`,
    `/bot${token}/getWebhookInfo`,
    `/bot${token}/sendVideo`,
    `/bot${token}/nothing`,
    `/bot${token}`,
    `/bot1:no/getMe`,
    "/bot",
    "/",
    "/healthz",
    "/api/nothing",
    "/file/bot1:no/x",
  ];
  const often = <T>(first: readonly T[], rest: readonly T[]) =>
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...first) }, fc.constantFrom(...rest));
  return fc
    .record({
      verb: often(["POST", "GET"], ["HEAD", "PUT", "DELETE", "OPTIONS", "CONNECT", "post"]),
      path: often(paths.slice(0, 1), paths),
      query: often([""], ["?", `?chat_id=${chat}&user_id=${users[0]}`, "?user_id=%zz", "?a=b#c", "?text=%D0%B6"]),
      version: often(["HTTP/1.1"], ["HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "http/1.1"]),
      host: often(["Host: x"], ["host:", "Host: x\r\nHost: x", "X-None: x"]),
      user: fc.constantFrom(...users, "0"),
      // A number this large is refused with its name, so the response shows the body.
      echo: fc.option(fc.string({ unit: fc.constantFrom(..."abcxyz"), minLength: 1, maxLength: 8 })),
      how: fc.nat(14),
      odd: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        fc.array(fc.constantFrom(...ODD_LINES), { maxLength: 2 }),
      ),
    })
    .map(({ verb, path, query, version, host, user, echo, how, odd }) => {
      const params = { chat_id: chat, user_id: user };
      const json = JSON.stringify(params);
      const body = echo === null ? json : `${json.slice(0, -1)},"${echo}":9007199254740993}`;
      const [lines, content] = coded(params, body, how);
      return `${[`${verb} ${path}${query} ${version}`, host, ...lines, ...odd].join(CRLF)}\r\n\r\n${content}`;
    });
}

interface Change {
  readonly at: number;
  readonly drop: number;
  readonly put: string;
}

const changes: fc.Arbitrary<readonly Change[]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  fc.array(fc.record({ at: fc.nat(), drop: fc.nat(2), put: fc.constantFrom("", ...NASTY) }), { maxLength: 3 }),
);

/** Where the bytes are split: nowhere, at some positions, or after each byte of a short range. */
const cuts: fc.Arbitrary<readonly number[]> = fc.oneof(
  fc.constant([]),
  fc.array(fc.nat(), { maxLength: 3 }),
  fc.nat().map((from) => Array.from({ length: 12 }, (_, n) => from + n)),
);

/** One to four requests on one connection. */
export function cases(t: TestService): fc.Arbitrary<Case> {
  return fc
    .tuple(fc.array(request(t), { minLength: 1, maxLength: 4 }), changes, cuts)
    .map(([requests, mutations, places]) => {
      let text = requests.join("");
      for (const { at, drop, put } of mutations) {
        const from = at % (text.length + 1);
        text = text.slice(0, from) + put + text.slice(from + drop);
      }
      return { pieces: inPieces(Buffer.from(text, "latin1"), places) };
    });
}

function inPieces(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ordered = places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b);
  return [0, ...ordered].map((from, index) => bytes.subarray(from, ordered[index])).filter((piece) => piece.length > 0);
}
