/** PostgreSQL databases with an empty store. A database that is given back is emptied for the next test. */
import pg from "pg";
import { inject } from "vitest";
import { createDatabase, dropDatabase } from "./postgres.ts";

const free: string[] = [];

/** A connection to each database, by which it is read and emptied. Opening one takes longer than what it is used for. */
const keepers = new Map<string, Promise<pg.Client>>();

/** The most milliseconds that the end of a session may take. */
const ENDS_MS = 5000;

/** The columns of every table and index: a database whose schema a test has changed is not used again. */
const SCHEMA = `select string_agg(relname || '.' || coalesce(attname, ''), ' ' order by relname, attname) as schema
  from pg_class left join pg_attribute on attrelid = pg_class.oid
  where relnamespace = 'public'::regnamespace and not attisdropped`;

const TABLES = "select tablename as name from pg_tables where schemaname = 'public'";

interface EmptyStore {
  readonly tables: ReadonlySet<string>;
  readonly schema: string;
  /** Statements that delete every row, restart the identity columns, and restore the rows of an empty store. */
  readonly reset: string;
}

let emptyStore: Promise<EmptyStore> | undefined;

/** @returns the address of a database with an empty, migrated store, which nobody else uses */
export async function takeDatabase(): Promise<string> {
  return free.pop() ?? createDatabase(inject("postgresUrl"), `template ${inject("postgresTemplate")}`);
}

/** Takes a database back, and ends the sessions that are still open in it. */
export async function giveBackDatabase(address: string): Promise<void> {
  const { tables, schema, reset } = await (emptyStore ??= describeEmptyStore());
  const isEmptied = await byKeeper(address, async (client) => {
    await client.query(
      `select pg_terminate_backend(pid, ${ENDS_MS}) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    // The search index makes tables of its own.
    const added = (await client.query(TABLES)).rows.filter(({ name }) => !tables.has(name));
    for (const { name } of added) await client.query(`drop table "${name}"`);
    if ((await client.query(SCHEMA)).rows[0].schema !== schema) return false;
    await client.query(reset);
    return true;
  });
  if (isEmptied) free.push(address);
  else await dropDatabase(address);
}

/** Every row of a database as PostgreSQL writes it, by table. */
export function rowsOf(address: string): Promise<{ name: string; content: string }[]> {
  return byKeeper(address, async (client) => {
    const names = (await client.query(TABLES)).rows.map(({ name }) => String(name));
    const contents = names.map((name) => `select ${pg.escapeLiteral(name)}, t::text from "${name}" t`);
    const { rows } = await client.query({ text: contents.join(" union all "), rowMode: "array" });
    const byTable = Map.groupBy(rows as [name: string, row: string][], ([name]) => name);
    return names.map((name) => ({
      name: `table ${name}`,
      content: (byTable.get(name) ?? []).map(([, row]) => row).join("\n"),
    }));
  });
}

/** Runs a function, which may run twice, on the connection that is kept to a database. A test may have ended it. */
async function byKeeper<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  try {
    return await work(await keeperOf(address));
  } catch {
    const ended = keepers.get(address)?.then((client) => client.end());
    ended?.catch(() => {});
    keepers.delete(address);
    return await work(await keeperOf(address));
  }
}

function keeperOf(address: string): Promise<pg.Client> {
  const kept = keepers.get(address);
  if (kept) return kept;
  const client = new pg.Client({ connectionString: address });
  const made = client.connect().then(() => {
    (client as unknown as { unref(): void }).unref();
    return client;
  });
  const forget = () => {
    if (keepers.get(address) === made) keepers.delete(address);
  };
  client.on("error", forget).on("end", forget);
  keepers.set(address, made);
  return made;
}

async function describeEmptyStore(): Promise<EmptyStore> {
  const template = inject("postgresUrl").replace(/[^/]*$/, inject("postgresTemplate"));
  return onDatabase(template, async (client) => {
    const tables = (await client.query(TABLES)).rows.map(({ name }) => String(name));
    const identityColumns = await client.query(
      `select pg_get_serial_sequence(table_name, column_name) as name from information_schema.columns
       where table_schema = 'public' and is_identity = 'YES'`,
    );
    const meta = await client.query("select key, value from meta");
    const streams = await client.query("select id from stream");
    const reset = [
      "begin",
      // Foreign keys are not checked: the tables are emptied in any order.
      "set local session_replication_role = replica",
      ...tables.map((name) => `delete from "${name}"`),
      ...identityColumns.rows.map(({ name }) => `select setval('${name}', 1, false)`),
      ...meta.rows.map(({ key, value }) => `insert into meta values (${[key, value].map(pg.escapeLiteral).join()})`),
      ...streams.rows.map(
        ({ id }) => `insert into stream (id, last_seq, trimmed_seq, last_message_id) values (${id}, 0, 0, 0)`,
      ),
      "commit",
    ];
    const { schema } = (await client.query(SCHEMA)).rows[0];
    return { tables: new Set(tables), schema, reset: reset.join(";") };
  });
}

/** Runs a function on a connection to a database. */
export async function onDatabase<T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
