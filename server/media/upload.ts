/** Uploads: files that are being received into temporary files. */
import { TooManyRequests } from "../domain/too-many-requests.ts";

export interface FinishedUpload {
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
  /** Hex, of each part of the size that the storage sends; absent for small files. */
  readonly parts?: readonly string[];
  /** The path of the temporary file. */
  readonly path: string;
}

export interface Upload {
  /**
   * Writes the next chunk, which must not be modified afterwards. If it returns false, wait for `drained` before the next.
   * @throws MediaBusy when the account exceeds its quota of temporary bytes
   */
  write(chunk: Uint8Array): boolean;
  /** Resolves when more chunks can be written. @throws errors of writing, such as NoSpace */
  drained(): Promise<void>;
  /** Resolves when everything is in the temporary file. @throws as `drained`; the upload is to be aborted then */
  finish(): Promise<FinishedUpload>;
  /** Removes the temporary file, also of a finished upload. May be called more than once. */
  abort(): Promise<void>;
}

export interface UploadInfo {
  readonly field: string;
  readonly file_name?: string;
  readonly content_type?: string;
}

export interface UploadSink {
  open(info: UploadInfo): Upload;
}

/** The disk is full, except for the space reserved for the database. */
export class NoSpace extends Error {
  constructor(cause?: unknown) {
    super("no space left for files", { cause });
  }
}

/** The place where blobs are stored cannot be reached, or refuses. The same call may succeed later. */
export class FilesUnavailable extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : "the files are unavailable", { cause });
  }
}

/** The account has too many files in progress, and may try again later. */
export class MediaBusy extends TooManyRequests {
  /** Whether the account is blocked because its files made workers fail. */
  readonly isBlocked: boolean;

  constructor(retry_after_s: number, isBlocked = false) {
    super(retry_after_s);
    this.isBlocked = isBlocked;
  }
}
