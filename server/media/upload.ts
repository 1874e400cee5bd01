/** A file on its way in: written piece by piece to a temporary place. */

export interface FinishedUpload {
  /** Bytes. */
  readonly size: number;
  /** Of the whole content, in hex. */
  readonly sha256: string;
  /** The temporary file. */
  readonly path: string;
}

export interface Upload {
  /**
   * Takes the next piece, which nobody changes afterwards. `false` asks the caller to wait for `drained`.
   * @throws MediaBusy when the account has too much under way
   */
  write(chunk: Uint8Array): boolean;
  /** @throws what writing raised, NoSpace among others */
  drained(): Promise<void>;
  /** Resolves when everything is in the temporary file. @throws as `drained` */
  finish(): Promise<FinishedUpload>;
  /** Forgets the upload and removes what was written, finished or not. Doing so twice is no fault. */
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

/** The disk has no room for a file, or only what is kept back for messages. */
export class NoSpace extends Error {
  constructor(cause?: unknown) {
    super("no space left for files", { cause });
  }
}

/** The account has too much going on with files; it may come again. */
export class MediaBusy extends Error {
  readonly retry_after_s: number;
  /** Whether it is what the account's own files have done to the workers. */
  readonly isBarred: boolean;

  constructor(retry_after_s: number, isBarred = false) {
    super("too many files at once");
    this.retry_after_s = retry_after_s;
    this.isBarred = isBarred;
  }
}
