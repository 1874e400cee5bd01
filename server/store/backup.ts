/** What a backup needs of a store: one consistent state of it, while others write. Each engine has its own form of it. */

/** What is known of a state before its content is read. */
export interface SnapshotFacts {
  /** The engine that wrote the content, and can read it. */
  readonly engine: string;
  /** The number of the schema. */
  readonly schema: number;
  /** The mark of the bucket that has the files; `undefined` if they are in the data folder. */
  readonly bucket_mark?: string | undefined;
  /** The number of blobs that the files have. */
  readonly blobs: number;
}

/** One consistent state of a store. */
export interface StoreSnapshot {
  readonly facts: SnapshotFacts;
  /** The hashes of all blobs that the files of this state have, in order, a page at a time. */
  blobs(): AsyncIterable<readonly string[]>;
  /** The content of the store. Read it once, and not beside `blobs`. */
  content(): AsyncIterable<Uint8Array>;
  /** Bytes of the content, where they are known. */
  readonly content_bytes: number | undefined;
  close(): Promise<void>;
}

/** Blobs of one page. */
export const BLOBS_PER_PAGE = 1000;
