/** What the decoding of a body yields and may hold, and how it fails. */
import { notPortable } from "../../domain/text/portable.ts";
import type { MemoryShare } from "../../concurrency/memory-budget.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import type { JsonLimits } from "../../methods/engine/json-limits.ts";
import type { RawCall, UploadedFile } from "../../methods/engine/raw-call.ts";

/** What the decoders of bodies fill. */
export interface DecodedCall extends RawCall {
  readonly params: Map<string, unknown>;
  readonly files: Map<string, UploadedFile>;
  nullTexts?: Set<string>;
}

export interface BodyLimits {
  /** What the reading of this body may hold, of what its account may hold in all. */
  readonly memory?: MemoryShare | undefined;
  /** A JSON or urlencoded body. */
  readonly json_bytes: number;
  /** What JSON may have; the usual limits if it is left out. */
  readonly json?: JsonLimits | undefined;
  /** All parts of a multipart body that are not files, together. */
  readonly field_bytes: number;
  /** File parts in one request. */
  readonly files: number;
  /** All file parts of one request together. */
  readonly files_bytes: number;
  /** The largest file part of this name. A larger one is refused with 413 as soon as it exceeds the limit. */
  file_bytes(field: string): number;
  /** All file parts together that are not stored, because the method takes no files. */
  readonly skipped_bytes: number;
}

/** A body that cannot be read. The message is the part of the description after the prefix of its code. */
export class BodyError extends Error {
  readonly code: 400 | 408 | 413;

  constructor(code: 400 | 408 | 413, sentence: string) {
    super(sentence);
    this.code = code;
  }
}

const MEMORY_RETRY_AFTER_S = 5;

/** Counts the bytes of a body that are in memory. @throws TooManyRequests when its account's bodies hold too much together */
export function holdBody({ memory }: Pick<BodyLimits, "memory">, bytes: number): void {
  if (memory && !memory.hold(bytes)) throw new TooManyRequests(MEMORY_RETRY_AFTER_S);
}

/** @throws BodyError for text that not everybody could read again (behaviour.md §1) */
export function refuseUnportable(text: string): void {
  const fault = notPortable(text);
  if (fault !== undefined) throw new BodyError(400, fault);
}
