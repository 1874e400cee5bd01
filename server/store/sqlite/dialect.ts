/** The expressions of SQLite. */
import type { SqlDialect } from "../statement.ts";

export const SQLITE_DIALECT: SqlDialect = {
  fold: (expression) => `fold(${expression})`,
  numbers: "(select value from json_each(?))",
  pairs: "(select value ->> 0 as first, value ->> 1 as second from json_each(?))",
  texts: "(select value from json_each(?))",
  // One transaction at a time writes, in one process.
  lockRows: "",
  skipLocked: "",
  lockShared: "",
};
