/** The expressions of PostgreSQL. */
import type { SqlDialect } from "../statement.ts";

/**
 * Appended to a `select` to lock its rows until the transaction ends. It does not conflict with the locks of foreign
 * keys that refer to the row.
 */
export const FOR_UPDATE = " for no key update";

export const POSTGRES_DIALECT: SqlDialect = {
  fold: (expression) => `lower(${expression} collate "und-x-icu")`,
  numbers: "(select cast(value as bigint) from json_array_elements_text(cast(? as json)))",
  pairs: `(select cast(value ->> 0 as bigint) as first, cast(value ->> 1 as bigint) as second
    from json_array_elements(cast(? as json)))`,
  texts: "(select value from json_array_elements_text(cast(? as json)))",
  lockRows: FOR_UPDATE,
  skipLocked: " for update skip locked",
  lockShared: " for share",
};
