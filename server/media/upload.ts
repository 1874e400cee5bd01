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
  /** Takes the next piece, which nobody changes afterwards. `false` asks the caller to wait for `drained`. */
  write(chunk: Uint8Array): boolean;
  drained(): Promise<void>;
  /** Resolves when everything is in the temporary file. */
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
