/** Reads the body of a call as far as its method needs it. */
import type { IncomingMessage } from "node:http";
import type { MediaLimits } from "@heliogram/shared/wire.ts";
import { MemoryBudget, type MemoryShare } from "../concurrency/memory-budget.ts";
import type { UploadSink } from "../media/upload.ts";
import { USUAL_JSON, type JsonLimits } from "../methods/engine/json-limits.ts";
import type { Method } from "../methods/engine/method.ts";
import type { RawCall } from "../methods/engine/raw-call.ts";
import { BodyError, type BodyLimits } from "./body/body-error.ts";
import { readCall, readSmallCall } from "./body/read-call.ts";

const MIB = 1024 * 1024;
/** The total size of all files in a request, in files of the largest size: an album of ten, and room for thumbnails. */
const FILES_OF_LARGEST = 11;
/** Methods that need no credential take names and passwords only, so their bodies may not be longer. */
const UNAUTHENTICATED_BYTES = 16 * 1024;
/**
 * What the bodies that are being read hold in memory, of one account over all its connections and of all accounts. Each
 * may hold a mebibyte, and may take minutes to come.
 */
const BODY_MEMORY = { uncounted_bytes: 16 * 1024, key_bytes: 64 * MIB, all_bytes: 256 * MIB };

/** The shares of bodies, by account. */
export function bodyMemory(): MemoryBudget<number> {
  return new MemoryBudget(BODY_MEMORY);
}

const NOTHING: RawCall = { params: new Map(), files: new Map() };

/** Reads a small body that has arrived. A method without parameters ignores it. @throws BodyError */
export function readSmallMethodCall(
  method: Method | undefined,
  query: string,
  content_type: string,
  body: Buffer,
): RawCall {
  return method && isEmpty(method.fields) ? NOTHING : readSmallCall(query, content_type, body, jsonLimits(method));
}

/**
 * Reads the body of a request. A method without parameters ignores it, because it may respond with its own codes only
 * (behaviour.md §1). While the method is not known, everything is read.
 * @param memory - what the reading of this body may hold, where there is an account
 * @throws BodyError, TooManyRequests
 */
export async function readMethodCall(
  method: Method | undefined,
  req: IncomingMessage,
  query: string,
  limits: MediaLimits,
  uploads: UploadSink | null,
  memory?: MemoryShare,
): Promise<RawCall> {
  if (method && isEmpty(method.fields)) {
    req.resume();
    return NOTHING;
  }
  return readCall(req, query, { ...bodyLimits(method, limits), memory }, !method || method.files ? uploads : null);
}

/** Applies the method's own limits to a call that was read before its method was known. @throws BodyError */
export function withinLimits(method: Method | undefined, raw: RawCall, limits: MediaLimits): RawCall {
  if (!method?.files) return raw;
  const { file_bytes } = bodyLimits(method, limits);
  for (const { field, upload } of raw.files.values()) {
    if (upload.size > file_bytes(field)) throw new BodyError(413, "file is too big");
  }
  return raw;
}

const JSON_LIMITS = new WeakMap<Method, JsonLimits>();

/** The limits of the parameter that needs most; `undefined` for the usual ones, also while the method is not known. */
function jsonLimits(method: Method | undefined): JsonLimits | undefined {
  if (!method) return undefined;
  let limits = JSON_LIMITS.get(method);
  if (!limits) {
    limits = Object.values(method.fields).find(({ json }) => json)?.json ?? USUAL_JSON;
    JSON_LIMITS.set(method, limits);
  }
  return limits;
}

function isEmpty(fields: object): boolean {
  for (const _ in fields) return false;
  return true;
}

/**
 * A part under another name than a parameter's may be referred to by `attach://`, so it may be as large as the largest
 * file. Only methods that declare 413 refuse it for its size.
 */
export function bodyLimits(method: Method | undefined, limits: MediaLimits): BodyLimits {
  const files = method?.files?.(limits) ?? {};
  const bytes = method?.access.scope === "anyone" ? UNAUTHENTICATED_BYTES : MIB;
  const largest_of_all = Math.max(...Object.values(limits));
  const largest = method?.codes.includes(413) ? Math.max(0, ...Object.values(files)) : largest_of_all;
  return {
    json_bytes: bytes,
    json: jsonLimits(method),
    field_bytes: bytes,
    files: 50,
    files_bytes: FILES_OF_LARGEST * largest,
    file_bytes: (field) => files[field] ?? largest,
    skipped_bytes: method?.access.scope === "anyone" ? UNAUTHENTICATED_BYTES : largest_of_all,
  };
}
