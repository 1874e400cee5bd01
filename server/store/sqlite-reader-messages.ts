/** What the service and its reading processes say to each other. */
import type { Value } from "./db.ts";

export type ReaderRequest =
  /** Asks for the first rows of a statement; `one`: for the first row alone. The first one of a work takes its snapshot. */
  | { readonly is: "ask"; readonly sql: string; readonly values: readonly Value[]; readonly one: boolean }
  /** Asks for the next rows of the same statement. */
  | { readonly is: "more" }
  /** The work is over: ends its snapshot. */
  | { readonly is: "end" };

export type ReaderAnswer =
  /** Rows as arrays: as objects they take three times as long to read. */
  | {
      readonly is: "rows";
      readonly columns: readonly string[];
      readonly rows: readonly Value[][];
      readonly last: boolean;
    }
  | { readonly is: "ended" }
  | { readonly is: "failed"; readonly message: string };
