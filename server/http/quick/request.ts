/**
 * Reads the plain requests of bots: one whole small request, with nothing in its head that needs thought. Whatever is
 * not surely that is left to `node:http`, which then has the connection for good.
 */

/** A request as its bytes say. */
export interface QuickRequest {
  readonly verb: string;
  readonly url: string;
  readonly traceparent: string | undefined;
  readonly content_type: string;
  readonly body: Buffer;
  /** Where the next request begins. */
  readonly end: number;
}

/** "more": the beginning of a plain request; "other": not one, as far as can be told. */
export type QuickReading = QuickRequest | "more" | "other";

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

/** Reads the request that begins at `at`. */
export function readQuickRequest(bytes: Buffer, at: number): QuickReading {
  const head_end = bytes.indexOf(HEAD_END, at);
  if (head_end < 0) return bytes.length - at <= MAX_HEAD_BYTES && mayBeOne(bytes, at) ? "more" : "other";
  if (head_end - at > MAX_HEAD_BYTES) return "other";
  const text = bytes.toString("latin1", at, head_end);
  const line_end = text.indexOf("\r\n");
  const [, verb, url] = FIRST_LINE.exec(line_end < 0 ? text : text.slice(0, line_end)) ?? [];
  if (verb === undefined || url === undefined || line_end < 0) return "other";
  const head = headOf(text.slice(line_end + 2));
  if (!head) return "other";
  const body_start = head_end + HEAD_END.length;
  const end = body_start + head.length;
  if (end > bytes.length) return "more";
  const { content_type, traceparent } = head;
  return { verb, url, traceparent, content_type, body: bytes.subarray(body_start, end), end };
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
    // A copy: a slice would keep the whole text alive, and with it the token in its first line.
    known.set(Buffer.from(text, "latin1").toString("latin1"), head);
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
