/** Lookups: queries by key whose values an engine may cache, with the tables and columns that a value depends on. */
import { Statement } from "./statement.ts";

/** The definition of a lookup. */
interface LookupDefinition<T> {
  /** The columns that the statement selects. */
  readonly select: string;
  /** The rest of it: tables, and a condition with one key or two. */
  readonly from: string;
  /** Every table that the statement reads. A write to any of them invalidates the cached values. */
  readonly tables: readonly string[];
  /** Columns of these tables that the statement does not read: an update of these columns alone invalidates nothing. */
  readonly ignoredColumns?: readonly string[];
  /**
   * Where the statement finds at most one row, which is made from one row of each table: the names that it gives the
   * tables, in their order. An engine that shares its database may then compare the versions of these rows.
   */
  readonly versionedBy?: readonly string[];
  /**
   * Makes the value from the rows; `undefined` where there is none. The value is shared, and frozen when it is cached.
   */
  readonly decode: (rows: readonly never[]) => T | undefined;
}

/**
 * A query that runs often and whose result seldom changes. An engine may cache its values until one of the tables is
 * written to, so a table that is missing from `tables` would leave stale values in the cache.
 */
export class Lookup<T> extends Statement<unknown, "read"> {
  readonly select: string;
  readonly from: string;
  readonly sql: string;
  declare readonly tables: readonly string[];
  readonly ignoredColumns: readonly string[];
  readonly versionedBy: readonly string[] | undefined;
  readonly #decode: (rows: readonly never[]) => T | undefined;

  constructor({ select, from, tables, ignoredColumns = [], versionedBy, decode }: LookupDefinition<T>) {
    const sql = `select ${select} from ${from}`;
    super(() => sql, { kind: "read", tables });
    this.select = select;
    this.from = from;
    this.sql = sql;
    this.ignoredColumns = ignoredColumns;
    this.versionedBy = versionedBy;
    this.#decode = decode;
  }

  decode(rows: readonly never[]): T | undefined {
    return this.#decode(rows);
  }
}
