/** Deletes rows by their times, a bounded number in one transaction. */
import type { Tx } from "../../db.ts";
import { write } from "../../statement.ts";

interface TimedTable {
  readonly table: string;
  /** The column that identifies a row. */
  readonly key: string;
  /** The column with the time, which has an index. */
  readonly time: string;
  /** With `<`, rows of exactly the given time stay. */
  readonly until: "<" | "<=";
}

/** Deletes up to `limit` rows, the oldest first. @returns whether there may be more */
export type DeleteOldest = (tx: Tx, time_s: number, limit: number) => Promise<boolean>;

/** Makes the function that deletes the rows of a table up to a time. */
export function deletesOldest({ table, key, time, until }: TimedTable): DeleteOldest {
  const statement = write<{ found: number }>(table)`
    delete from ${table} where ${key} in (
      select ${key} from ${table} where ${time} ${until} ? order by ${time}, ${key} limit ?) returning 1 as found`;
  return async (tx, time_s, limit) => (await tx.all(statement, time_s, limit)).length === limit;
}
