/** The decoded parameters and files of a call, before its fields are read. */

/** A file part in its temporary place. */
export interface UploadedFile {
  readonly field: string;
  readonly file_name?: string;
  readonly content_type?: string;
  readonly upload: { readonly size: number; readonly sha256: string; readonly path: string };
}

export interface RawCall {
  /** Strings, or JSON values from a JSON body. The query takes precedence over the body. */
  readonly params: ReadonlyMap<string, unknown>;
  readonly files: ReadonlyMap<string, UploadedFile>;
  /** Parameters that a JSON body sets to the string "null". In JSON this string is deliberate. */
  readonly nullTexts?: ReadonlySet<string>;
}
