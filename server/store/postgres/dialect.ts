/** The expressions of PostgreSQL. */
import type { SqlDialect } from "../statement.ts";

export const POSTGRES_DIALECT: SqlDialect = {
  fold: (expression) => `lower(${expression} collate "und-x-icu")`,
  numbers: "(select cast(value as bigint) from json_array_elements_text(cast(? as json)))",
  pairs: `(select cast(value ->> 0 as bigint) as first, cast(value ->> 1 as bigint) as second
    from json_array_elements(cast(? as json)))`,
  texts: "(select value from json_array_elements_text(cast(? as json)))",
  skipLocked: " for update skip locked",
  lockShared: " for share",
};
