/** The header of a multipart part, as clients really write it (research of clients, §1.2). */

export interface Disposition {
  readonly name: string;
  /** Present if and only if the part is a file. */
  readonly file_name?: string;
}

/** Reads `form-data; name="…"; filename="…"`; `undefined` without a name. */
export function readDisposition(value: string): Disposition | undefined {
  const attributes = readAttributes(value);
  const name = attributes.get("name");
  if (name === undefined) return undefined;
  const extended = attributes.get("filename*");
  const file_name = (extended === undefined ? undefined : decodeExtended(extended)) ?? attributes.get("filename");
  return file_name === undefined ? { name } : { name, file_name: baseName(file_name) };
}

/** The boundary of a `multipart/form-data` content type; `undefined` if there is none or it is over 70 characters. */
export function readBoundary(content_type: string): string | undefined {
  const boundary = readAttributes(content_type).get("boundary");
  return boundary !== undefined && boundary.length > 0 && boundary.length <= 70 ? boundary : undefined;
}

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

function readValue(value: string, from: number): { text: string; end: number } {
  let start = from;
  while (value[start] === " " || value[start] === "\t") start += 1;
  if (value[start] === '"') return readQuoted(value, start + 1);
  const semicolon = value.indexOf(";", start);
  const end = semicolon < 0 ? value.length : semicolon;
  return { text: unescapePercent(value.slice(start, end).trim()), end };
}

/** A backslash escapes a quote or itself; before anything else it is part of an old path. */
function readQuoted(value: string, from: number): { text: string; end: number } {
  let text = "";
  let at = from;
  while (at < value.length && value[at] !== '"') {
    if (value[at] === "\\" && (value[at + 1] === '"' || value[at + 1] === "\\")) at += 1;
    text += value[at];
    at += 1;
  }
  return { text: unescapePercent(text), end: at + 1 };
}

/** Browsers write quotes and line ends of names like this. */
function unescapePercent(text: string): string {
  return text.replaceAll(/%22|%0d|%0a/gi, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)));
}

/** RFC 5987: `UTF-8''%e2%82%ac.txt`. */
function decodeExtended(value: string): string | undefined {
  const parts = /^utf-8'[^']*'(.*)$/i.exec(value);
  if (!parts) return undefined;
  try {
    return decodeURIComponent(parts[1]!);
  } catch {
    return undefined;
  }
}

const MAX_FILE_NAME = 255;

/** The last part of a path, without control characters: a name is shown, never opened. */
function baseName(path: string): string {
  const name = path.split(/[/\\]/).at(-1)!;
  return name
    .replaceAll(/\p{Cc}/gu, "")
    .trim()
    .slice(0, MAX_FILE_NAME);
}
