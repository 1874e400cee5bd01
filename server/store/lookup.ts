/** Lookups: queries by key whose values an engine may cache, with the tables and columns that a value depends on. */

/** The definition of a lookup. */
interface LookupDefinition<T> {
  /** A `select` by one key or two. */
  readonly sql: string;
  /** Every table that the statement reads. A write to any of them invalidates the cached values. */
  readonly tables: readonly string[];
  /** Columns of these tables that the statement does not read: an update of these columns alone invalidates nothing. */
  readonly ignoredColumns?: readonly string[];
  /**
   * Where the statement finds at most one row: the tables that the row is made from, by the names that the statement
   * gives them. An engine that shares its database may then compare the versions of their rows.
   */
  readonly versionedBy?: readonly string[];
  /**
   * Makes the value from the rows; `undefined` where there is none. The value is shared, and frozen when it is cached.
   */
  readonly decode: (rows: readonly never[]) => T | undefined;
}

/**
 * A query that runs often and whose result seldom changes. An engine may cache its values until one of the tables is
 * written to, so a table that is missing from `tables` would leave stale values in the cache. The constructor checks
 * the definition against the SQL text.
 */
export class Lookup<T> {
  readonly sql: string;
  readonly tables: readonly string[];
  readonly ignoredColumns: readonly string[];
  readonly versionedBy: readonly string[] | undefined;
  /** Private, so that no object literal has the type of a lookup: every lookup has been checked. */
  readonly #decode: (rows: readonly never[]) => T | undefined;

  /** @throws Error when the tables or the ignored columns do not fit the statement */
  constructor({ sql, tables, ignoredColumns = [], versionedBy, decode }: LookupDefinition<T>) {
    this.sql = sql;
    this.tables = tables;
    this.ignoredColumns = ignoredColumns;
    this.versionedBy = versionedBy;
    this.#decode = decode;
    const fault = findFault(sql, tables, ignoredColumns) ?? findUnversioned(sql, tables, versionedBy);
    if (fault !== undefined) throw new Error(`the lookup "${sql}" ${fault}`);
  }

  decode(rows: readonly never[]): T | undefined {
    return this.#decode(rows);
  }
}

/** The tables behind `from` and `join`; several may be separated by commas. */
const TABLE_LISTS = /\b(?:from|join)\s+(\w+(?:[ \w]*,\s*\w+)*)/g;

function tablesIn(sql: string): ReadonlySet<string> {
  const lists = Array.from(sql.matchAll(TABLE_LISTS), ([, list]) => list!.split(","));
  return new Set(lists.flat().map((each) => each.trim().split(/\s/, 1)[0]!));
}

/** A table whose version is not compared could change unnoticed. */
function findUnversioned(sql: string, tables: readonly string[], names: readonly string[] | undefined) {
  if (!names) return undefined;
  const nameOf = (table: string) =>
    new RegExp(`\\b(?:from|join) ${table}(?: (?!join |where )(\\w+))?`).exec(sql)?.[1] ?? table;
  const missing = tables.filter((table) => !names.includes(nameOf(table)));
  return missing.length > 0 ? `does not compare the versions of ${missing.join(", ")}` : undefined;
}

function findFault(sql: string, tables: readonly string[], ignoredColumns: readonly string[]): string | undefined {
  if (!/^select\s/.test(sql)) return "is not a select";
  const read = tablesIn(sql);
  const missing = [...read].filter((table) => !tables.includes(table));
  if (missing.length > 0) return `reads ${missing.join(", ")}, which is not in its tables`;
  const unread = tables.filter((table) => !read.has(table));
  if (unread.length > 0) return `does not read ${unread.join(", ")}`;
  if (ignoredColumns.length > 0 && sql.includes("*")) return "ignores columns and selects all of them";
  const words = new Set(sql.match(/\w+/g));
  const used = ignoredColumns.filter((column) => words.has(column));
  return used.length > 0 ? `reads ${used.join(", ")}, which it ignores` : undefined;
}
