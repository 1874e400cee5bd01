/** What follows one call from its arrival to its response. */

/** What is read of a call's files. */
export interface FilePart {
  readonly field: string;
  readonly file_name?: string;
  readonly content_type?: string;
  readonly upload: { readonly size: number };
}

/** Who has called what. */
export interface CallFacts {
  /** `undefined` if the credential was refused. */
  readonly account_id: number | undefined;
  /** As the caller has named it. */
  readonly method: string;
  /** Absent where nothing was called. */
  readonly duration_ms?: number;
}

export interface CallObservation {
  caller(account_id: number, method: string): void;
  parameters(params: ReadonlyMap<string, unknown>, files: ReadonlyMap<string, FilePart>): void;
  /** A fault rule of developer mode applies to it. */
  fault(rule: string): void;
  end(status: number, body: string): void;
}
