/** A PostgreSQL store that is copied to another database. */
import type { CopySource, LastNumber } from "../copy/sides.ts";
import { SCHEMA } from "../migrate.ts";
import { connectForCopy, countRows, rangesOf } from "./copied-ranges.ts";
import { InstanceLock } from "./instance-lock.ts";
import type { PostgresOptions } from "./options.ts";
import { sequences } from "./tables.ts";

/** What to do when another process has a database of a copy. */
export const STOP_ALL = "stop all nodes first";

/** @throws Error with a sentence for the operator */
export async function openPostgresSource(options: PostgresOptions): Promise<CopySource> {
  await using opening = new AsyncDisposableStack();
  const lock = await InstanceLock.acquire(options, true, STOP_ALL);
  opening.defer(() => lock.close());
  const client = await connectForCopy(options);
  opening.defer(() => client.end());
  const { rows: tables } = await client.query<{ name: string | null }>("select to_regclass('meta') as name");
  if (tables[0]!.name === null) throw new Error(`there is no store in the database ${client.database}`);
  const { rows } = await client.query<{ value: string }>("select value from meta where key = $1", [SCHEMA]);
  if (!rows[0]) throw new Error(`there is no complete store in the database ${client.database}`);
  const opened = opening.move();
  return {
    schema: Number(rows[0].value),
    count: (table) => countRows(client, table),
    ranges: (table, after) => rangesOf(client, table, after),
    async lastNumbers() {
      const found: LastNumber[] = [];
      for (const { table, column, sequence } of await sequences(client)) {
        const query = `select last_value as last from ${sequence} where is_called`;
        for (const { last } of (await client.query<{ last: number }>(query)).rows) found.push({ table, column, last });
      }
      return found;
    },
    close: () => opened.disposeAsync(),
  };
}
