/**
 * Parses the plain requests of bots: one complete small request whose head has nothing ambiguous. Every other request
 * is left to `node:http`, which then keeps the connection.
 */
import { escapedTarget } from "../raw-bytes.ts";

/** The request line. On one connection most requests begin with the same bytes as the one before. */
export interface RequestLine {
  /** Including the end of the line. */
  readonly bytes: Buffer;
  readonly verb: string;
  /** The request target. Percent escapes stand for bytes beyond ASCII. */
  readonly url: string;
}

/** A parsed request. */
export interface FastPathRequest {
  readonly line: RequestLine;
  readonly traceparent: string | undefined;
  readonly forwarded_for: string | undefined;
  readonly content_type: string;
  readonly body: Buffer;
  /** The offset of the next request. */
  readonly end: number;
}

/** "more": the incomplete beginning of a plain request; "other": not a plain request, as far as the bytes tell. */
export type FastPathReading = FastPathRequest | "more" | "other";

const LINE_END = Buffer.from("\r\n");
const HEAD_END = Buffer.from("\r\n\r\n");
const MAX_HEAD_BYTES = 8192;
const MAX_BODY_BYTES = 65_536;
const MAX_HEADERS = 64;

/** No control characters and blanks, because parsers differ on them. */
const REQUEST_LINE = /^(POST|GET) (\/bot[\x21-\x7e]*) HTTP\/1\.1$/;
/** The same with bytes beyond ASCII. */
const RAW_REQUEST_LINE = /^(POST|GET) (\/bot[\x21-\x7e\x80-\xff]*) HTTP\/1\.1$/;
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const VALUE = /^[\x20-\x7e\t]*$/;
/** A length as it follows the colon. Parsers differ on other white space, signs and commas. */
const LENGTH = /^ ?\d{1,5}$/;
const BEGINNINGS = [Buffer.from("POST /bot"), Buffer.from("GET /bot")];

/** Headers that change how a message is delimited, encoded or followed up. */
const NOT_PLAIN = new Set([
  "transfer-encoding",
  "expect",
  "upgrade",
  "content-encoding",
  "trailer",
  "proxy-connection",
  "http2-settings",
]);

interface PlainHead {
  readonly length: number;
  readonly content_type: string;
  readonly traceparent: string | undefined;
  readonly forwarded_for: string | undefined;
}

/** Heads without their request line that were parsed before. Programs send the same ones in every request. */
const knownHeads = new Map<string, PlainHead>();
const MAX_KNOWN = 1000;
const MAX_KNOWN_LENGTH = 600;

/** Parses the request at `at`. `before` is the request line of the previous request on the connection. */
export function readFastPathRequest(bytes: Buffer, at: number, before?: RequestLine): FastPathReading {
  const head_end = bytes.indexOf(HEAD_END, at);
  if (head_end < 0) return bytes.length - at <= MAX_HEAD_BYTES && mayBePlain(bytes, at) ? "more" : "other";
  if (head_end - at > MAX_HEAD_BYTES) return "other";
  const line = before && beginsWith(bytes, at, before.bytes) ? before : readRequestLine(bytes, at, head_end);
  const head = line && headOf(bytes.toString("latin1", at + line.bytes.length, head_end));
  if (!head) return "other";
  const body_start = head_end + HEAD_END.length;
  const end = body_start + head.length;
  if (end > bytes.length) return "more";
  const { content_type, traceparent, forwarded_for } = head;
  return { line, traceparent, forwarded_for, content_type, body: bytes.subarray(body_start, end), end };
}

function beginsWith(bytes: Buffer, at: number, beginning: Buffer): boolean {
  const end = at + beginning.length;
  return end <= bytes.length && bytes.compare(beginning, 0, beginning.length, at, end) === 0;
}

/** @returns `undefined` for any other request line, and for a request without headers */
function readRequestLine(bytes: Buffer, at: number, head_end: number): RequestLine | undefined {
  const end = bytes.indexOf(LINE_END, at) + LINE_END.length;
  if (end > head_end) return undefined;
  const text = bytes.toString("latin1", at, end - LINE_END.length);
  const [, verb, target] = REQUEST_LINE.exec(text) ?? RAW_REQUEST_LINE.exec(text) ?? [];
  if (verb === undefined || target === undefined) return undefined;
  const url = escapedTarget(target);
  // A copy, because a slice would keep the whole chunk in memory.
  return { bytes: Buffer.from(bytes.subarray(at, end)), verb, url };
}

function mayBePlain(bytes: Buffer, at: number): boolean {
  return BEGINNINGS.some((beginning) => {
    const length = Math.min(beginning.length, bytes.length - at);
    return bytes.compare(beginning, 0, length, at, at + length) === 0;
  });
}

function headOf(text: string): PlainHead | undefined {
  const cached = knownHeads.get(text);
  if (cached) return cached;
  const head = readHead(text);
  if (head && head.traceparent === undefined && text.length <= MAX_KNOWN_LENGTH) {
    if (knownHeads.size >= MAX_KNOWN) knownHeads.clear();
    knownHeads.set(text, head);
  }
  return head;
}

/** @returns `undefined` for a head that the fast path does not accept */
function readHead(text: string): PlainHead | undefined {
  const lines = text.split("\r\n");
  if (lines.length > MAX_HEADERS) return undefined;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).toLowerCase();
    const value = line.slice(colon + 1);
    if (!NAME.test(name) || !VALUE.test(value) || NOT_PLAIN.has(name)) return undefined;
    if (name === "content-length" && !LENGTH.test(value)) return undefined;
    // A repeated header is either a list or an error. `node:http` decides which.
    if (headers.has(name)) return undefined;
    headers.set(name, value.trim());
  }
  const length = Number(headers.get("content-length") ?? 0);
  const content_type = headers.get("content-type") ?? "";
  if (!headers.has("host") || length > MAX_BODY_BYTES) return undefined;
  if (/^multipart\//i.test(content_type)) return undefined;
  if (!/^(keep-alive)?$/i.test(headers.get("connection") ?? "")) return undefined;
  const [traceparent, forwarded_for] = [headers.get("traceparent"), headers.get("x-forwarded-for")];
  return { length, content_type, traceparent, forwarded_for };
}
