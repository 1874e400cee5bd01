/** Which statements may be buffered: those that cannot fail when an engine runs them later, with others of their kind. */
import type { Value } from "./db.ts";

/** An insert of one row, or of several, of plain values. Rows whose key exists may be left out. */
const INSERT =
  /^insert into (\w+) \(([\w, ]+)\) values (?:\(\?(?:, \?)*\)(?:, )?)+( on conflict \([\w, ]+\) do nothing)?$/;
/** An update that changes one number by an amount. */
const UPDATE = /^update (\w+) set (\w+) = \2 ([+-]) \? where (\w+ = \?(?: and \w+ = \?)*)$/;

/**
 * The tables that buffered statements write to. They have no foreign keys and no checks, and their unique keys contain
 * a number that the transaction itself has allocated (`tests/store/sqlite-assertions.test.ts`).
 */
export const BUFFERED_TABLES: ReadonlySet<string> = new Set(["message", "mention", "event", "file_blob"]);
/** The tables of buffered inserts that leave out rows whose key exists. They too have no foreign keys and no checks. */
export const BUFFERED_ONCE_TABLES: ReadonlySet<string> = new Set(["send_key"]);
/** Counters that a buffered update may change. They are part of no key. */
export const BUFFERED_COUNTERS: ReadonlySet<string> = new Set(["member.own_unread"]);

/** A buffered statement with its parameters. */
export interface BufferedRow {
  readonly sql: string;
  readonly values: readonly Value[];
}

export interface BufferedInsert {
  readonly kind: "insert";
  readonly table: string;
  readonly columns: readonly string[];
  /** The clause that leaves out rows whose key exists; otherwise empty. */
  readonly conflict: string;
}

export interface BufferedUpdate {
  readonly kind: "update";
  readonly table: string;
  readonly column: string;
  readonly sign: string;
  /** The columns that name the row. Their values follow the amount. */
  readonly keys: readonly string[];
}

const parsed = new Map<string, BufferedInsert | BufferedUpdate>();

/** What a statement does that may be buffered. @throws Error for any other statement */
export function parseBuffered(sql: string): BufferedInsert | BufferedUpdate {
  let known = parsed.get(sql);
  if (!known) {
    known = parseInsert(sql) ?? parseUpdate(sql);
    if (!known) throw new Error(`the statement "${sql}" could fail, so it must not be buffered`);
    parsed.set(sql, known);
  }
  return known;
}

function parseInsert(sql: string): BufferedInsert | undefined {
  const [, table = "", columns = "", conflict = ""] = INSERT.exec(sql) ?? [];
  const tables = conflict === "" ? BUFFERED_TABLES : BUFFERED_ONCE_TABLES;
  return tables.has(table) ? { kind: "insert", table, columns: columns.split(", "), conflict } : undefined;
}

function parseUpdate(sql: string): BufferedUpdate | undefined {
  const [, table = "", column = "", sign = "", where = ""] = UPDATE.exec(sql) ?? [];
  if (!BUFFERED_COUNTERS.has(`${table}.${column}`)) return undefined;
  return { kind: "update", table, column, sign, keys: where.split(" and ").map((each) => each.split(" = ", 1)[0]!) };
}

/**
 * Asserts that a statement may be buffered. It is acknowledged before it has run; a statement that failed then could not
 * be undone.
 * @throws Error for any other statement
 */
export function assertCannotFail(sql: string): void {
  parseBuffered(sql);
}
