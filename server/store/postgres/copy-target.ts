/** A PostgreSQL database that is filled by a copy. It has the number of a schema, without which no service opens it, when it is complete. */
import pg from "pg";
import { namesOf, PROCESS_TABLES, type CopiedTable } from "../copy/copied-tables.ts";
import type { CopyTarget, LastNumber } from "../copy/sides.ts";
import { COPYING, migrationsUpTo, SCHEMA } from "../migrate.ts";
import { connectForCopy, countRows, lastKeyOf, rangesOf } from "./copied-ranges.ts";
import { STOP_ALL } from "./copy-source.ts";
import { InstanceLock } from "./instance-lock.ts";
import { POSTGRES_SCHEMA } from "./open-postgres.ts";
import type { PostgresOptions } from "./options.ts";
import { sequences } from "./tables.ts";

const FIND_RELATIONS = `select count(*) as n, to_regclass('meta') as meta from pg_class
  where relnamespace = current_schema()::regnamespace`;
const FIND_MARK = "select value from meta where key = $1";
/** The class of SQLSTATE "integrity constraint violation". */
const CONSTRAINT = "23";

/**
 * Opens the database of a copy that was interrupted, or an empty one. A copy of another schema begins anew.
 * @param tablesOf the tables of another schema
 * @throws Error with a sentence for the operator
 */
export async function openPostgresTarget(
  options: PostgresOptions,
  schema: number,
  tables: readonly CopiedTable[],
  tablesOf: (schema: number) => Promise<readonly CopiedTable[]>,
): Promise<CopyTarget> {
  await using opening = new AsyncDisposableStack();
  const lock = await InstanceLock.acquire(options, true, STOP_ALL);
  opening.defer(() => lock.close());
  const client = await connectForCopy(options);
  opening.defer(() => client.end());
  // What a crash of the server takes back, the next attempt copies again.
  await client.query("set synchronous_commit = off");
  const mark = await findMark(client);
  const statements = await migrationsUpTo(schema, POSTGRES_SCHEMA);
  const make = (before: readonly CopiedTable[]) => makeTables(client, statements, tables, before, schema);
  if (mark !== schema) await make(mark === undefined ? [] : await tablesOf(mark));
  const opened = opening.move();
  return {
    isResumed: mark === schema,
    count: (table) => countRows(client, table),
    ranges: (table, after) => rangesOf(client, table, after),
    lastKey: (table) => lastKeyOf(client, table),
    insert: (table, rows) => insertRows(client, table, rows),
    isConflict: (error) => String((error as { code?: string } | undefined)?.code).startsWith(CONSTRAINT),
    beginAnew: () => make(tables),
    finish: (numbers) => complete(client, schema, numbers),
    close: () => opened.disposeAsync(),
  };
}

/** @returns the schema of an interrupted copy; `undefined` for an empty database */
async function findMark(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ n: number; meta: string | null }>(FIND_RELATIONS);
  const { n, meta } = rows[0]!;
  if (n === 0) return undefined;
  const found = meta === null ? [] : (await client.query<{ value: string }>(FIND_MARK, [COPYING])).rows;
  if (found[0]) return Number(found[0].value);
  const { database, host } = client;
  throw new Error(`the database ${database} on ${host} is not empty: a store is copied into an empty one`);
}

/** Replaces the tables of an earlier attempt by empty ones. */
async function makeTables(
  client: pg.Client,
  statements: readonly string[],
  tables: readonly CopiedTable[],
  before: readonly CopiedTable[],
  schema: number,
): Promise<void> {
  const old = before.length > 0 ? [...before.map(({ name }) => name), ...PROCESS_TABLES] : [];
  await inTransaction(client, async () => {
    if (old.length > 0) await client.query(`drop table ${old.map((name) => pg.escapeIdentifier(name)).join(", ")}`);
    for (const statement of statements) await client.query(statement);
    // Migrations insert rows, which are in the source too.
    for (const { name } of tables.toReversed()) await client.query(`delete from ${pg.escapeIdentifier(name)}`);
    await client.query("insert into meta (key, value) values ($1, $2)", [COPYING, String(schema)]);
  });
}

async function insertRows(
  client: pg.Client,
  { name, columns }: CopiedTable,
  rows: Parameters<CopyTarget["insert"]>[1],
): Promise<void> {
  const arrays = columns.map(({ isText }, i) => `$${i + 1}::${isText ? "text" : "bigint"}[]`).join(", ");
  await client.query({
    text: `insert into ${name} (${namesOf(columns)}) overriding system value select * from unnest(${arrays})`,
    values: columns.map((_, i) => rows.map((row) => row[i])),
  });
}

async function complete(client: pg.Client, schema: number, numbers: readonly LastNumber[]): Promise<void> {
  await client.query("set synchronous_commit = on");
  for (const { table, column, sequence } of await sequences(client)) {
    const last = numbers.find((each) => each.table === table && each.column === column)?.last ?? null;
    const [name, counted] = [table, column].map((each) => pg.escapeIdentifier(each));
    const query = `select setval($1::regclass, n) from (select greatest(max(${counted}), $2::bigint) as n from ${name}) as found
      where n is not null`;
    await client.query(query, [sequence, last]);
  }
  // The planner knows nothing of the rows yet.
  await client.query("analyze");
  await inTransaction(client, async () => {
    await client.query("delete from meta where key = $1", [COPYING]);
    await client.query("insert into meta (key, value) values ($1, $2)", [SCHEMA, String(schema)]);
  });
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}
