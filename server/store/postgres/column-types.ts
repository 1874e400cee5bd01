/** The types of all columns, which a statement that inserts many rows at once must name. */
import type pg from "pg";
import { runPipeline } from "./pipeline.ts";
import { bind, prepare } from "./statements.ts";

/** The type of each column, by `table.column`. */
export type ColumnTypes = ReadonlyMap<string, string>;

const COLUMNS = bind(
  prepare(`select c.relname || '.' || a.attname as name, format_type(a.atttypid, null) as type
   from pg_attribute a join pg_class c on c.oid = a.attrelid
   where c.relnamespace = cast(current_schema() as regnamespace) and c.relkind in ('r', 'p') and a.attnum > 0
     and not a.attisdropped`),
  [],
);

export async function readColumnTypes(client: pg.ClientBase): Promise<ColumnTypes> {
  const [result] = await runPipeline(client, [COLUMNS]);
  return new Map(result!.rows.map(({ name, type }) => [name as string, type as string]));
}
