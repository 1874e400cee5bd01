/** A call as its encoding left it, before its fields are read. */

/** A file part, stored in a temporary place. */
export interface UploadedFile {
  readonly field: string;
  readonly file_name?: string;
  readonly content_type?: string;
  readonly upload: { readonly size: number; readonly sha256: string; readonly path: string };
}

export interface RawCall {
  /** Strings, or JSON values from a JSON body; the query beats the body. */
  readonly params: ReadonlyMap<string, unknown>;
  readonly files: ReadonlyMap<string, UploadedFile>;
  /** Parameters for which a JSON body has the text "null", which it would not write for nothing. */
  readonly nullTexts?: ReadonlySet<string>;
}
