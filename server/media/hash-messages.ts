/** The messages between the service and its thread that hashes files. */

import type { Hashes } from "./part-hashes.ts";

/** Hash a file up to a byte; the file has been written so far. */
export interface HashRequest {
  /** Identifies the file; unique in the life of the thread. */
  readonly id: number;
  readonly path: string;
  /** The size of the parts that are hashed too; `Infinity` for one part. */
  readonly part_bytes: number;
  readonly end: number;
  /** `more` of the file follows, this is the `last` request for it, or its hash is no longer wanted: `drop`. */
  readonly is: "more" | "last" | "drop";
}

/** The answer to the last request for a file. */
export interface HashAnswer {
  readonly id: number;
  /** `undefined` if the file could not be read. */
  readonly hashes: Hashes | undefined;
  /** Why it could not be read. */
  readonly reason: string;
}
