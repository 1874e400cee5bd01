/** Decodes a request into raw parameters, in all encodings (behaviour.md §1). */
import type { IncomingMessage } from "node:http";
import type { UploadSink } from "../../media/upload.ts";
import type { JsonLimits } from "../../methods/engine/json-limits.ts";
import { readBoundary } from "./content-disposition.ts";
import { readJson } from "./json.ts";
import { readMultipart } from "./multipart-body.ts";
import { BodyError, type BodyLimits, type DecodedCall } from "./body-error.ts";
import { readWholeBody, withDecompressedBody } from "./body-stream.ts";
import { pairsText, readPairs } from "./urlencoded.ts";

const JSON_TYPE = "application/json";
const NO_FILES: DecodedCall["files"] = new Map();

/**
 * Reads the query and the body. The query takes precedence. Without a `sink`, small files are skipped. A body without a
 * content type, or of type text/plain, is read by its first characters.
 * @throws BodyError, and TooManyRequests when the bodies of the account hold too much together; no file is kept then
 */
export async function readCall(
  req: IncomingMessage,
  query: string,
  limits: BodyLimits,
  sink: UploadSink | null,
): Promise<DecodedCall> {
  const call: DecodedCall = { params: new Map(), files: new Map() };
  if (query !== "") readPairs(query, call.params);
  if (!hasBody(req)) return call;
  try {
    await readBody(req, limits, sink, call);
  } finally {
    limits.memory?.release();
  }
  return call;
}

async function readBody(
  req: IncomingMessage,
  limits: BodyLimits,
  sink: UploadSink | null,
  call: DecodedCall,
): Promise<void> {
  const type = req.headers["content-type"] ?? "";
  const essence = essenceOf(type);
  if (essence === "multipart/form-data") {
    const boundary = readBoundary(type);
    if (boundary === undefined) throw new BodyError(400, "the multipart body has no usable boundary");
    await withDecompressedBody(req, (source) => readMultipart(source, boundary, limits, sink, call));
  } else {
    await withDecompressedBody(req, async (source) =>
      readSmall(essence, await readWholeBody(source, limits), call, limits.json),
    );
  }
}

export function hasBody(req: IncomingMessage): boolean {
  const { "content-length": length, "transfer-encoding": encoding } = req.headers;
  return encoding !== undefined || (length !== undefined && length !== "0");
}

/**
 * Reads the query and a small body that has arrived. The body is not multipart.
 * @throws BodyError
 */
export function readSmallCall(query: string, content_type: string, body: Buffer, json?: JsonLimits): DecodedCall {
  const call: DecodedCall = { params: new Map(), files: NO_FILES };
  if (query !== "") readPairs(query, call.params);
  readSmall(essenceOf(content_type), body, call, json);
  return call;
}

function essenceOf(content_type: string): string {
  if (content_type === JSON_TYPE) return JSON_TYPE;
  return content_type.split(";", 1)[0]!.trim().toLowerCase();
}

function readSmall(essence: string, body: Buffer, call: DecodedCall, json: JsonLimits | undefined): void {
  if (body.length === 0) return;
  const read = call.params.size === 0 ? call.params : new Map<string, unknown>();
  const isJson = readAs(essence, body, read, json);
  if (isJson) recordNullTexts(read, call);
  if (read === call.params) return;
  for (const [name, value] of read) if (!call.params.has(name)) call.params.set(name, value);
}

/** @returns whether the body was JSON */
function readAs(essence: string, body: Buffer, read: Map<string, unknown>, json: JsonLimits | undefined): boolean {
  if (essence === JSON_TYPE || essence.endsWith("+json")) {
    readJson(body, read, json);
    return true;
  }
  if (essence === "application/x-www-form-urlencoded") readPairs(pairsText(body), read);
  else if (essence === "" || essence === "text/plain") return readUnlabelled(body, read, json);
  else throw new BodyError(400, "the content type of the body is not supported");
  return false;
}

/** Parameters that the query has do not come from the body. */
function recordNullTexts(read: Map<string, unknown>, call: DecodedCall): void {
  // Without an array for each entry, which `for` of a map makes.
  read.forEach((value, name) => {
    if (value !== "null" || (read !== call.params && call.params.has(name))) return;
    (call.nullTexts ??= new Set()).add(name);
  });
}

/**
 * Some clients send no content type: a brace begins JSON, and everything else is read as pairs. @returns whether it was
 * JSON
 */
function readUnlabelled(body: Buffer, params: Map<string, unknown>, json: JsonLimits | undefined): boolean {
  const text = pairsText(body);
  const isJson = text.startsWith("{") || text === "null";
  if (isJson) readJson(body, params, json);
  else if (text.includes("=")) readPairs(text, params);
  else throw new BodyError(400, "can't tell what the body is: give it a content type");
  return isJson;
}
