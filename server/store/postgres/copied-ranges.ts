/** Reads the tables of a copy from a PostgreSQL database. */
import pg from "pg";
import { namesOf, type CopiedColumn, type CopiedRow, type CopiedTable, type RowKey } from "../copy/copied-tables.ts";
import { ROWS_PER_RANGE } from "../copy/sides.ts";
import { unboundedConfig, type PostgresOptions } from "./options.ts";

const INT8 = 20;
const BEGIN = `begin transaction isolation level repeatable read, read only;
  set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0`;

const NUMBERS: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    oid === INT8 ? integer : pg.types.getTypeParser(oid, format),
};

function integer(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`the number ${text} is too large`);
  return value;
}

/** A connection whose statements have no time limit, and whose integers are numbers. */
export async function connectForCopy(options: PostgresOptions): Promise<pg.Client> {
  const client = new pg.Client({ ...unboundedConfig(options), types: NUMBERS });
  // An error of the connection rejects the query that runs.
  client.on("error", () => {});
  await client.connect();
  return client;
}

export async function countRows(client: pg.Client, { name, condition }: CopiedTable): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*) as n from ${pg.escapeIdentifier(name)} where ${condition ?? "true"}`,
  );
  return rows[0]!.n;
}

/** The key of the last row. */
export async function lastKeyOf(client: pg.Client, { name, key, condition }: CopiedTable): Promise<RowKey | undefined> {
  const order = key.map((column) => `${byBytes(column)} desc`).join(", ");
  const text = `select ${namesOf(key)} from ${name} where ${condition ?? "true"} order by ${order} limit 1`;
  const { rows } = await client.query<(string | number)[]>({ text, rowMode: "array" });
  return rows[0];
}

/** As `CopySide.ranges`. It is a transaction of its own, so the connection can do nothing else before its end. */
export async function* rangesOf(
  client: pg.Client,
  { name, columns, key, condition = "true" }: CopiedTable,
  after?: RowKey,
): AsyncGenerator<readonly CopiedRow[], void> {
  const order = key.map(byBytes).join(", ");
  const isLater = after ? `(${order}) > (${after.map(literal).join(", ")})` : "true";
  await client.query(BEGIN);
  try {
    await client.query(
      `declare copied no scroll cursor for
       select ${namesOf(columns)} from ${name} where ${condition} and ${isLater} order by ${order}`,
    );
    for (;;) {
      const text = `fetch ${ROWS_PER_RANGE} from copied`;
      const { rows } = await client.query<(string | number | null)[]>({ text, rowMode: "array" });
      if (rows.length > 0) yield rows;
      if (rows.length < ROWS_PER_RANGE) return;
    }
  } finally {
    // After an error of the connection there is nothing to end.
    await client.query("rollback").catch(() => {});
  }
}

/** Databases order texts in many ways; all know this one. */
function byBytes({ name, isText }: CopiedColumn): string {
  return isText ? `${name} collate "C"` : name;
}

function literal(value: string | number): string {
  return typeof value === "number" ? String(value) : pg.escapeLiteral(value);
}
