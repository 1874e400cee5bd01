/** Fills an empty PostgreSQL database with the content of a backup, in one transaction. */
import pg from "pg";
import { migrationsUpTo } from "../migrate.ts";
import { InstanceLock } from "./instance-lock.ts";
import { POSTGRES_SCHEMA } from "./open-postgres.ts";
import { unboundedConfig, type PostgresOptions } from "./options.ts";

/** Characters of rows that are inserted by one statement. */
const CHARACTERS_PER_INSERT = 512 * 1024;

const COUNT_RELATIONS = `select count(*)::int as n from pg_class where relnamespace = current_schema()::regnamespace`;

interface SequenceLine {
  readonly table: string;
  readonly column: string;
  readonly last_value: string;
  readonly is_called: boolean;
}

/** @throws Error with a sentence for the operator unless the database is empty */
export async function assertEmptyPostgres(options: PostgresOptions): Promise<void> {
  await withClient(options, assertEmpty);
}

/**
 * Restores the content of `openPostgresSnapshot`. Nothing is in the database if it fails.
 * @param schema the number of the schema of the content
 */
export async function restorePostgres(
  options: PostgresOptions,
  schema: number,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const lock = await InstanceLock.acquire(options, true);
  try {
    await withClient(options, async (client) => {
      await client.query("begin");
      await assertEmpty(client);
      for (const statement of await migrationsUpTo(schema, POSTGRES_SCHEMA)) await client.query(statement);
      await insertContent(client, content);
      await client.query("delete from meta where key = 'files_place'");
      await client.query("commit");
      // The planner knows nothing of the rows yet.
      await client.query("analyze");
    });
  } finally {
    await lock.close();
  }
}

async function withClient<T>(options: PostgresOptions, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(unboundedConfig(options));
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function assertEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ n: number }>(COUNT_RELATIONS);
  if (rows[0]!.n === 0) return;
  const { database, host } = client;
  throw new Error(`the database ${database} on ${host} is not empty: a backup is restored into an empty one`);
}

async function insertContent(client: pg.Client, content: AsyncIterable<Uint8Array>): Promise<void> {
  let table = "";
  let rows: string[] = [];
  let characters = 0;
  let isComplete = false;
  const flush = async () => {
    if (rows.length > 0) await insertRows(client, table, rows);
    rows = [];
    characters = 0;
  };
  for await (const line of linesOf(content)) {
    if (!line.startsWith("#")) {
      rows.push(line);
      characters += line.length;
      if (characters > CHARACTERS_PER_INSERT) await flush();
      continue;
    }
    await flush();
    const [word, rest = ""] = [line.split(" ", 1)[0], line.slice(line.indexOf(" ") + 1)];
    if (word === "#table") {
      table = rest;
      // Migrations insert rows, which are in the content too.
      await client.query(`delete from ${pg.escapeIdentifier(table)}`);
    } else if (word === "#sequence") await setSequence(client, JSON.parse(rest) as SequenceLine);
    else isComplete = word === "#end";
  }
  if (!isComplete) throw new Error("the content of the store is incomplete");
}

async function insertRows(client: pg.Client, table: string, rows: readonly string[]): Promise<void> {
  const name = pg.escapeIdentifier(table);
  await client.query({
    text: `insert into ${name} overriding system value select * from json_populate_recordset(null::${name}, $1::json)`,
    values: [`[${rows.join(",")}]`],
  });
}

async function setSequence(client: pg.Client, { table, column, last_value, is_called }: SequenceLine): Promise<void> {
  await client.query("select setval(pg_get_serial_sequence(quote_ident($1), $2)::regclass, $3::bigint, $4)", [
    table,
    column,
    last_value,
    is_called,
  ]);
}

async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield* lines.filter((line) => line !== "");
  }
  if (rest !== "") yield rest;
}
