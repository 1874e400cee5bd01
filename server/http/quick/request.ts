/**
 * Reads the plain requests of bots: one whole small request, with nothing in its head that needs thought. Whatever is
 * not surely that is left to `node:http`, which then has the connection for good.
 */

/** How a request begins. On one connection, most requests begin with the bytes of the one before. */
export interface FirstLine {
  /** With the end of the line. */
  readonly bytes: Buffer;
  readonly verb: string;
  readonly url: string;
}

/** A request as its bytes say. */
export interface QuickRequest {
  readonly first: FirstLine;
  readonly traceparent: string | undefined;
  readonly content_type: string;
  readonly body: Buffer;
  /** Where the next request begins. */
  readonly end: number;
}

/** "more": the beginning of a plain request; "other": not one, as far as can be told. */
export type QuickReading = QuickRequest | "more" | "other";

const LINE_END = Buffer.from("\r\n");
const HEAD_END = Buffer.from("\r\n\r\n");
const MAX_HEAD_BYTES = 8192;
const MAX_BODY_BYTES = 65_536;
const MAX_HEADERS = 64;

/** Printable ASCII alone: what some read one way and others another way is not for this reader. */
const FIRST_LINE = /^(POST|GET) (\/bot[\x21-\x7e]*) HTTP\/1\.1$/;
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const VALUE = /^[\x20-\x7e\t]*$/;
/** As it stands after its colon: what else readers make of blanks, signs and commas in it differs. */
const LENGTH = /^ ?\d{1,5}$/;
const BEGINNINGS = [Buffer.from("POST /bot"), Buffer.from("GET /bot")];

/** Headers that change how a message is delimited, coded or followed up. */
const NEEDS_THOUGHT = new Set([
  "transfer-encoding",
  "expect",
  "upgrade",
  "content-encoding",
  "trailer",
  "proxy-connection",
  "http2-settings",
]);

interface QuickHead {
  readonly length: number;
  readonly content_type: string;
  readonly traceparent: string | undefined;
}

/** Heads seen before, without their first line: programs send the same ones over and over. */
const known = new Map<string, QuickHead>();
const MAX_KNOWN = 1000;
const MAX_KNOWN_LENGTH = 600;

/** Reads the request that begins at `at`. `before` is how the last one on the connection began. */
export function readQuickRequest(bytes: Buffer, at: number, before?: FirstLine): QuickReading {
  const head_end = bytes.indexOf(HEAD_END, at);
  if (head_end < 0) return bytes.length - at <= MAX_HEAD_BYTES && mayBeOne(bytes, at) ? "more" : "other";
  if (head_end - at > MAX_HEAD_BYTES) return "other";
  const first = before && beginsWith(bytes, at, before.bytes) ? before : readFirstLine(bytes, at, head_end);
  const head = first && headOf(bytes.toString("latin1", at + first.bytes.length, head_end));
  if (!head) return "other";
  const body_start = head_end + HEAD_END.length;
  const end = body_start + head.length;
  if (end > bytes.length) return "more";
  const { content_type, traceparent } = head;
  return { first, traceparent, content_type, body: bytes.subarray(body_start, end), end };
}

function beginsWith(bytes: Buffer, at: number, beginning: Buffer): boolean {
  const end = at + beginning.length;
  return end <= bytes.length && bytes.compare(beginning, 0, beginning.length, at, end) === 0;
}

/** @returns `undefined` for a line of another kind, and where no header follows */
function readFirstLine(bytes: Buffer, at: number, head_end: number): FirstLine | undefined {
  const end = bytes.indexOf(LINE_END, at) + LINE_END.length;
  if (end > head_end) return undefined;
  const [, verb, url] = FIRST_LINE.exec(bytes.toString("latin1", at, end - LINE_END.length)) ?? [];
  if (verb === undefined || url === undefined) return undefined;
  // A copy: a part would keep everything alive that came with it.
  return { bytes: Buffer.from(bytes.subarray(at, end)), verb, url };
}

function mayBeOne(bytes: Buffer, at: number): boolean {
  return BEGINNINGS.some((beginning) => {
    const length = Math.min(beginning.length, bytes.length - at);
    return bytes.compare(beginning, 0, length, at, at + length) === 0;
  });
}

function headOf(text: string): QuickHead | undefined {
  const seen = known.get(text);
  if (seen) return seen;
  const head = readHead(text);
  if (head && head.traceparent === undefined && text.length <= MAX_KNOWN_LENGTH) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(text, head);
  }
  return head;
}

/** @returns `undefined` for a head that needs thought */
function readHead(text: string): QuickHead | undefined {
  const lines = text.split("\r\n");
  if (lines.length > MAX_HEADERS) return undefined;
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).toLowerCase();
    const value = line.slice(colon + 1);
    if (!NAME.test(name) || !VALUE.test(value) || NEEDS_THOUGHT.has(name)) return undefined;
    if (name === "content-length" && !LENGTH.test(value)) return undefined;
    // A header that comes twice is one header, joined, or a fault; which, is not decided here.
    if (headers.has(name)) return undefined;
    headers.set(name, value.trim());
  }
  const length = Number(headers.get("content-length") ?? 0);
  const content_type = headers.get("content-type") ?? "";
  if (!headers.has("host") || length > MAX_BODY_BYTES) return undefined;
  if (/^multipart\//i.test(content_type)) return undefined;
  if (!/^(keep-alive)?$/i.test(headers.get("connection") ?? "")) return undefined;
  return { length, content_type, traceparent: headers.get("traceparent") };
}
