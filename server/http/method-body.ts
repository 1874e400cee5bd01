/** Reads the body of a call as far as its method needs it. */
import type { IncomingMessage } from "node:http";
import type { MediaLimits } from "@heliogram/shared/wire.ts";
import type { UploadSink } from "../media/upload.ts";
import type { Method } from "../methods/method.ts";
import { BodyFault, type BodyLimits, type RawCall } from "./body/raw-call.ts";
import { readCall, readSmallCall } from "./body/read-call.ts";

const MIB = 1024 * 1024;
/** Of the largest size, in one request: an album of ten, and room for their thumbnails. */
const FILES_OF_LARGEST = 11;
/** What strangers may call takes names and passwords. Nobody's body need be longer before they have said who they are. */
const STRANGERS_BYTES = 16 * 1024;
const NOTHING: RawCall = { params: new Map(), files: new Map() };

/** Reads a small body that is there already. A method without parameters ignores it. @throws BodyFault */
export function readSmallMethodCall(
  method: Method | undefined,
  query: string,
  content_type: string,
  body: Buffer,
): RawCall {
  return method && isEmpty(method.fields) ? NOTHING : readSmallCall(query, content_type, body);
}

/**
 * A method without parameters ignores its body, as it may answer nothing but its own codes (behaviour.md §1). As long as
 * the method is not known, everything is read.
 * @throws BodyFault
 */
export async function readMethodCall(
  method: Method | undefined,
  req: IncomingMessage,
  query: string,
  limits: MediaLimits,
  uploads: UploadSink | null,
): Promise<RawCall> {
  if (method && isEmpty(method.fields)) {
    req.resume();
    return NOTHING;
  }
  return readCall(req, query, bodyLimits(method, limits), !method || method.files ? uploads : null);
}

/** Holds a call that was read before its method was known to the method's own limits. @throws BodyFault */
export function withinLimits(method: Method | undefined, raw: RawCall, limits: MediaLimits): RawCall {
  if (!method?.files) return raw;
  const { file_bytes } = bodyLimits(method, limits);
  for (const { field, upload } of raw.files.values()) {
    if (upload.size > file_bytes(field)) throw new BodyFault(413, "file is too big");
  }
  return raw;
}

function isEmpty(fields: object): boolean {
  for (const _ in fields) return false;
  return true;
}

/** A part under a name of its own may be what `attach://` refers to: it may be as large as the largest. */
export function bodyLimits(method: Method | undefined, limits: MediaLimits): BodyLimits {
  const files = method?.files?.(limits) ?? {};
  const bytes = method?.access.scope === "anyone" ? STRANGERS_BYTES : MIB;
  const largest = Math.max(0, ...Object.values(method ? files : limits));
  return {
    json_bytes: bytes,
    field_bytes: bytes,
    files: 50,
    files_bytes: FILES_OF_LARGEST * largest,
    file_bytes: (field) => files[field] ?? largest,
  };
}
