/** One state of a PostgreSQL database, read in bounded memory while others write. */
import pg from "pg";
import { BLOBS_PER_PAGE, type StoreSnapshot } from "../backup.ts";
import { unboundedConfig, type PostgresOptions } from "./options.ts";
import { backedUpTables, sequences } from "./tables.ts";

const ROWS_PER_FETCH = 500;
const BEGIN = `begin transaction isolation level repeatable read, read only;
  set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0`;

interface MetaRow {
  readonly key: string;
  readonly value: string;
}

/**
 * Opens a state: every transaction that was acknowledged before is in it. Its tables cannot be altered before it is closed.
 * @throws Error with a sentence for the operator where there is no store
 */
export async function openPostgresSnapshot(options: PostgresOptions): Promise<StoreSnapshot> {
  const client = new pg.Client(unboundedConfig(options));
  // An error of the connection rejects the query that runs.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(BEGIN);
    const tables = await backedUpTables(client);
    if (!tables.includes("meta")) throw new Error("there is no store in the database");
    await client.query(`lock table ${tables.map(quoted).join(", ")} in access share mode`);
    const { rows } = await client.query<MetaRow>("select key, value from meta");
    const meta = new Map(rows.map(({ key, value }) => [key, value]));
    const counted = await client.query<{ n: number }>("select count(distinct sha256)::int as n from file_blob");
    return {
      facts: {
        engine: "postgres",
        schema: Number(meta.get("schema")),
        bucket_mark: meta.get("files_place"),
        blobs: counted.rows[0]!.n,
      },
      blobs: () => blobsOf(client),
      content: () => contentOf(client, tables),
      content_bytes: undefined,
      close: () => client.end(),
    };
  } catch (error) {
    await client.end();
    throw error;
  }
}

async function* blobsOf(client: pg.Client): AsyncGenerator<string[]> {
  const query = "select distinct sha256 as text from file_blob order by sha256";
  yield* fetched(client, query, BLOBS_PER_PAGE);
}

/**
 * Lines of text: `#table NAME` begins the rows of a table, each of which is a JSON object; `#sequence {…}` is the last
 * number of a sequence; `#end` is the last line.
 */
async function* contentOf(client: pg.Client, tables: readonly string[]): AsyncGenerator<Buffer> {
  for (const table of tables) {
    yield Buffer.from(`#table ${table}\n`);
    const query =
      table === "meta"
        ? `select row_to_json(t)::text as text from meta t where key not like 'files_hold_%'`
        : `select row_to_json(t)::text as text from ${quoted(table)} t`;
    for await (const texts of fetched(client, query, ROWS_PER_FETCH)) yield Buffer.from(`${texts.join("\n")}\n`);
  }
  for (const { table, column, sequence } of await sequences(client)) {
    const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text as last_value, is_called from ${sequence}`,
    );
    yield Buffer.from(`#sequence ${JSON.stringify({ table, column, ...rows[0]! })}\n`);
  }
  yield Buffer.from("#end\n");
}

/** The column `text` of a query, a page of rows at a time. */
async function* fetched(client: pg.Client, query: string, rows_per_page: number): AsyncGenerator<string[]> {
  await client.query(`declare backup no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await client.query<{ text: string }>(`fetch ${rows_per_page} from backup`);
    if (rows.length === 0) break;
    yield rows.map(({ text }) => text);
  }
  await client.query("close backup");
}

function quoted(name: string): string {
  return pg.escapeIdentifier(name);
}
