/** The `Content-Disposition` header of a multipart part, as clients write it (behaviour.md §1). */

export interface Disposition {
  readonly name: string;
  /** Present if and only if the part is a file; empty if the file has no name. */
  readonly file_name?: string;
}

/** Parses `form-data; name="…"; filename="…"`; `undefined` without a name. */
export function readDisposition(value: string): Disposition | undefined {
  const attributes = readAttributes(value);
  const name = decodeExtended(attributes.get("name*")) ?? unescapeName(attributes.get("name") ?? "");
  if (name === "") return undefined;
  const extended = attributes.get("filename*");
  const plain = attributes.get("filename") ?? extended;
  if (plain === undefined) return { name };
  return { name, file_name: baseName(decodeExtended(extended) ?? decodePercent(plain)) };
}

const MAX_BOUNDARY = 70;

/** The boundary of a `multipart/form-data` content type; `undefined` if there is none or it is over 70 characters. */
export function readBoundary(content_type: string): string | undefined {
  const boundary = readAttributes(content_type).get("boundary") ?? "";
  return boundary !== "" && boundary.length <= MAX_BOUNDARY ? boundary : undefined;
}

/** `…; key=value; key="value"` by lower-case key. The first of two equal keys counts. */
function readAttributes(value: string): Map<string, string> {
  const attributes = new Map<string, string>();
  let at = value.indexOf(";");
  while (at >= 0 && at < value.length) {
    const equals = value.indexOf("=", at);
    if (equals < 0) break;
    const key = value
      .slice(at + 1, equals)
      .trim()
      .toLowerCase();
    const { text, end } = readValue(value, equals + 1);
    if (key !== "" && !attributes.has(key)) attributes.set(key, text);
    at = value.indexOf(";", end);
  }
  return attributes;
}

/** An unquoted value ends at the next semicolon: some clients send any name without quotes. */
function readValue(value: string, from: number): { text: string; end: number } {
  let start = from;
  while (value[start] === " " || value[start] === "\t") start += 1;
  if (value[start] === '"') return readQuoted(value, start + 1);
  const semicolon = value.indexOf(";", start);
  const end = semicolon < 0 ? value.length : semicolon;
  return { text: value.slice(start, end).trim(), end };
}

/** A backslash escapes a quote or a backslash. Before any other character it is part of a Windows path. */
function readQuoted(value: string, from: number): { text: string; end: number } {
  let text = "";
  let at = from;
  while (at < value.length && value[at] !== '"') {
    if (value[at] === "\\" && (value[at + 1] === '"' || value[at + 1] === "\\")) at += 1;
    text += value[at];
    at += 1;
  }
  return { text, end: at + 1 };
}

/** Browsers escape quotes and line ends of names in this way, and no other character. */
function unescapeName(text: string): string {
  return text.replaceAll(/%22|%0d|%0a/gi, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)));
}

/** Some clients percent-encode whole file names. Sequences that do not decode to UTF-8 stay as they are. */
function decodePercent(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) => decodeOr(escapes, escapes));
}

/** RFC 5987: `UTF-8''%e2%82%ac.txt`; `undefined` for anything else. */
function decodeExtended(value: string | undefined): string | undefined {
  const parts = /^utf-8'[^']*'(.*)$/is.exec(value ?? "");
  return parts ? decodeOr(parts[1]!, undefined) : undefined;
}

function decodeOr<T>(escaped: string, otherwise: T): string | T {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return otherwise;
  }
}

const MAX_FILE_NAME = 255;
/** Control characters and bidirectional overrides: `exe.gpj` must not be displayed as `jpg.exe`. */
const HIDDEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** The last segment of a path. The name is displayed and never used to open a file. */
function baseName(path: string): string {
  const name = path.split(/[/\\]/).at(-1)!.replaceAll(HIDDEN, "").trim();
  return name.length > MAX_FILE_NAME ? Array.from(name).slice(0, MAX_FILE_NAME).join("") : name;
}
