/** Raw parameters: what an encoding leaves of a request before any field is read. */
import type { FinishedUpload } from "../../media/upload.ts";

export interface UploadedFile {
  readonly field: string;
  readonly file_name?: string;
  readonly content_type?: string;
  readonly upload: FinishedUpload;
}

export interface RawCall {
  /** Strings, or JSON values from a JSON body; the query beats the body. */
  readonly params: Map<string, unknown>;
  readonly files: Map<string, UploadedFile>;
  /** Parameters for which a JSON body has the text "null", which it would not write for nothing. */
  nullTexts?: Set<string>;
}

export interface BodyLimits {
  /** A JSON or urlencoded body. */
  readonly json_bytes: number;
  /** All parts of a multipart body that are not files, together. */
  readonly field_bytes: number;
  /** File parts in one request. */
  readonly files: number;
  /** All file parts of one request together. */
  readonly files_bytes: number;
  /** The largest file part of this name; 413 the moment it is passed. */
  file_bytes(field: string): number;
}

/** A request that cannot be read. The message is the sentence after the prefix of its code. */
export class BodyFault extends Error {
  readonly code: 400 | 413;

  constructor(code: 400 | 413, sentence: string) {
    super(sentence);
    this.code = code;
  }
}
