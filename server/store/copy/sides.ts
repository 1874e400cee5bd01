/** The two stores of a copy. No service has either of them open, and no other copy. */
import type { CopiedRow, CopiedTable, RowKey } from "./copied-tables.ts";

/** Rows that are read, written and compared at once. */
export const ROWS_PER_RANGE = 1000;

export interface CopySide {
  /** The number of rows of a table. */
  count(table: CopiedTable): Promise<number>;
  /**
   * The rows of a table in the order of their keys, `ROWS_PER_RANGE` at a time; the last range may have fewer. Texts are
   * ordered by their bytes in UTF-8, so both sides have the same order.
   * @param after only the rows after this key
   */
  ranges(table: CopiedTable, after?: RowKey): AsyncGenerator<readonly CopiedRow[], void>;
  close(): Promise<void>;
}

/** The last number that a database has given out, for a column that it counts. */
export interface LastNumber {
  readonly table: string;
  readonly column: string;
  readonly last: number;
}

export interface CopySource extends CopySide {
  /** The number of the schema. */
  readonly schema: number;
  /** Numbers that may be higher than those of the rows. */
  lastNumbers(): Promise<readonly LastNumber[]>;
}

/** A store that cannot be opened by a service before `finish`. */
export interface CopyTarget extends CopySide {
  /** Whether an earlier copy was interrupted, whose rows are there. */
  readonly isResumed: boolean;
  /** The key of the last row of a table. */
  lastKey(table: CopiedTable): Promise<RowKey | undefined>;
  /** Inserts the rows in one transaction. */
  insert(table: CopiedTable, rows: readonly CopiedRow[]): Promise<void>;
  /** Whether rows were refused because others are there that have their keys, or others are missing. */
  isConflict(error: unknown): boolean;
  /** Removes all rows. */
  beginAnew(): Promise<void>;
  /** Makes it a store that is on disk, at once or not at all. */
  finish(numbers: readonly LastNumber[]): Promise<void>;
}
