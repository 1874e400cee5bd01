/** The interface of places where blobs are stored: a folder, or an S3 bucket. */
import type { FinishedUpload } from "./upload.ts";

/** A range of bytes. */
export interface Range {
  /** First and last byte, both inclusive. */
  readonly start: number;
  readonly end: number;
}

export interface StoredBlob {
  /** Hex. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
}

export interface BlobPage {
  readonly hashes: readonly string[];
  /** The `after` of the next page; "" at the end. */
  readonly next: string;
}

/** The chunks of a content. */
export interface BlobContent {
  /** A chunk is valid until the next one is asked for. Call it once. */
  [Symbol.asyncIterator](): AsyncIterator<Buffer>;
  /** Ends it, also while a chunk is awaited. */
  destroy(): void;
}

/** Each content is stored once, named by its SHA-256. */
export interface BlobStorage {
  /** Whether an upload becomes a blob by a new name. Then it is written to disk while it arrives. */
  readonly movesUploads: boolean;
  /** The size of the parts in which large uploads are stored, and whose hashes must be known; `undefined` for none. */
  readonly part_bytes: number | undefined;
  /**
   * Stores an upload as a blob and removes its temporary file. When it resolves, the blob is durable. A blob that is
   * there already is stored anew if its size is wrong.
   * @param expected resolves when the check for references is scheduled, and the blob may get its name
   * @throws NoSpace, FilesUnavailable, and errors of `expected`; the temporary file is left then
   */
  store(upload: FinishedUpload, expected: Promise<void>): Promise<void>;
  /** The size of a blob in bytes; `undefined` if there is none. */
  size(sha256: string): Promise<number | undefined>;
  /** Opens a range of a blob; `undefined` if there is no blob. The content must be read or destroyed. */
  read(sha256: string, range: Range): Promise<BlobContent | undefined>;
  /**
   * Begins to remove blobs that nothing refers to. Call it before the removals are claimed in the database.
   * @param before_ms a blob that was stored since then is left, where the storage has times by the clock of the service
   */
  removal(before_ms: number): Removal;
  /** Lists up to `limit` hashes after `after`, in order. A page may have fewer hashes although more follow. */
  page(after: string, limit: number): Promise<BlobPage>;
  /** Every blob. */
  list(): AsyncIterable<StoredBlob>;
  /**
   * Removes what uploads left that were cut off, by a crash for example.
   * @param signal ends it early
   * @throws FilesUnavailable
   */
  removeAbandoned(signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Removes one blob. @returns whether it is gone. @throws FilesUnavailable when it may be removed later or not at all */
export type Removal = (sha256: string) => Promise<boolean>;
