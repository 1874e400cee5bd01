/** The messages between the service and its reader processes. */
import type { Value } from "../db.ts";

export type ReaderRequest =
  /**
   * Requests the first rows of a statement; `one`: the first row alone. The first request of a transaction opens its
   * snapshot.
   */
  | { readonly is: "ask"; readonly sql: string; readonly values: readonly Value[]; readonly one: boolean }
  /** Requests the next rows of the same statement. */
  | { readonly is: "more" }
  /** Ends the transaction and its snapshot. */
  | { readonly is: "end" };

export type ReaderResponse =
  /** Rows as arrays: objects take three times as long to deserialize. */
  | {
      readonly is: "rows";
      readonly columns: readonly string[];
      readonly rows: readonly Value[][];
      readonly last: boolean;
    }
  | { readonly is: "ended" }
  | { readonly is: "failed"; readonly message: string };
