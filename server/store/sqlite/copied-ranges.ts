/** Reads the tables of a copy from an SQLite database. */
import type { DatabaseSync } from "node:sqlite";
import { namesOf, type CopiedRow, type CopiedTable, type RowKey } from "../copy/copied-tables.ts";
import { ROWS_PER_RANGE } from "../copy/sides.ts";

export function countRows(db: DatabaseSync, { name, condition }: CopiedTable): number {
  return Number(db.prepare(`select count(*) as n from ${name} where ${condition ?? "true"}`).get()!.n);
}

/** The key of the last row. */
export function lastKeyOf(db: DatabaseSync, { name, key, condition }: CopiedTable): RowKey | undefined {
  const order = key.map((column) => `${column.name} desc`).join(", ");
  const query = `select ${namesOf(key)} from ${name} where ${condition ?? "true"} order by ${order} limit 1`;
  const row = db.prepare(query).get();
  return row && key.map((column) => row[column.name] as string | number);
}

/** As `CopySide.ranges`. An integer beyond those of JavaScript is an error of SQLite's driver. */
export async function* rangesOf(
  db: DatabaseSync,
  { name, columns, key, condition = "true" }: CopiedTable,
  after?: RowKey,
): AsyncGenerator<readonly CopiedRow[], void> {
  const places = key.map(() => "?").join(", ");
  const isLater = after ? `(${namesOf(key)}) > (${places})` : "true";
  const statement = db.prepare(
    `select ${namesOf(columns)} from ${name} where ${condition} and ${isLater} order by ${namesOf(key)}`,
  );
  statement.setReturnArrays(true);
  let rows: CopiedRow[] = [];
  for (const row of statement.iterate(...(after ?? []))) {
    rows.push(row as unknown as CopiedRow);
    if (rows.length < ROWS_PER_RANGE) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}
