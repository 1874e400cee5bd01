/** The `Content-Disposition` header of a multipart part, as clients write it (behaviour.md §1). */
import { decodedFileName, fileNameOf } from "../../media/file-name.ts";

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
  // Some clients percent-encode whole file names.
  return { name, file_name: fileNameOf(decodeExtended(extended) ?? decodedFileName(plain)) };
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

/** RFC 5987: `UTF-8''%e2%82%ac.txt`; `undefined` for anything else. */
function decodeExtended(value: string | undefined): string | undefined {
  const parts = /^utf-8'[^']*'(.*)$/is.exec(value ?? "");
  if (!parts) return undefined;
  try {
    return decodeURIComponent(parts[1]!);
  } catch {
    return undefined;
  }
}
