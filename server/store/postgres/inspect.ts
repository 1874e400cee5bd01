/** Inspects a store on PostgreSQL, on a connection of its own beside those of services. */
import pg from "pg";
import { askStore } from "../inspect/questions.ts";
import { NOTHING_KNOWN, type Advice, type Ask, type StoreReport } from "../inspect/report.ts";
import { POSTGRES_SCHEMA } from "./open-postgres.ts";
import { unboundedConfig, type PostgresOptions } from "./options.ts";
import { findServerProblem } from "./server-checks.ts";

/** Connections besides those of `database_pool`: for long reads, the instance lock and notifications. */
const FURTHER_CONNECTIONS = 5;
/** Dead rows that are worth a vacuum, if they are more than the live ones. */
const MANY_DEAD_ROWS = 10_000;

const INDEXES = "select indexname as name from pg_indexes where schemaname = current_schema()";
const INVALID_INDEXES = `select relname as name from pg_index join pg_class on oid = indexrelid
  where not indisvalid and relnamespace = current_schema()::regnamespace`;
const OLD_COLLATIONS = `select collname as name from pg_collation
  where collname = 'und-x-icu' and collversion <> pg_collation_actual_version(oid)`;
const OLD_DATABASE = `select datname as name from pg_database
  where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)`;
const DEAD_ROWS = `select relname as name, n_dead_tup as dead, n_live_tup as live from pg_stat_user_tables
  where schemaname = current_schema() and n_dead_tup > ${MANY_DEAD_ROWS} and n_dead_tup > n_live_tup order by n_dead_tup desc`;
const CONNECTIONS = `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`;
const CLOCK = "select extract(epoch from clock_timestamp()) * 1000 as now_ms";

/** @throws Error when the server cannot be reached */
export async function inspectPostgres(
  options: Pick<PostgresOptions, "url" | "limits" | "now_ms">,
): Promise<StoreReport> {
  const client = new pg.Client(unboundedConfig(options as PostgresOptions));
  client.on("error", () => {});
  await client.connect();
  try {
    const ask: Ask = async (sql) => (await client.query(sql)).rows as Record<string, unknown>[];
    return await inspect(client, ask, options);
  } finally {
    await client.end();
  }
}

async function inspect(
  client: pg.Client,
  ask: Ask,
  { limits, now_ms }: Pick<PostgresOptions, "limits" | "now_ms">,
): Promise<StoreReport> {
  const problem = await findServerProblem(client);
  const asked_ms = now_ms();
  const [clock] = await ask(CLOCK);
  const ahead_ms = Number(clock!.now_ms) - (asked_ms + now_ms()) / 2;
  const server = problem === undefined ? [] : [split(problem)];
  server.push(...(await collations(ask)), ...(await connections(ask, limits.connections)));
  const [meta] = await ask("select to_regclass('meta') as found");
  if (meta!.found === null) return { ...NOTHING_KNOWN, server, ahead_ms };
  for (const { name } of await ask(INVALID_INDEXES))
    server.push({
      message: `the index ${String(name)} is invalid`,
      advice: `run "reindex index ${String(name)}" in the database`,
    });
  const names = (await ask(INDEXES)).map(({ name }) => String(name));
  return {
    ...NOTHING_KNOWN,
    server,
    ahead_ms,
    bloat: (await ask(DEAD_ROWS)).map(({ name, dead, live }) => ({
      message: `the table ${String(name)} has ${String(dead)} dead rows and ${String(live)} live ones`,
      advice: `run "vacuum analyze ${String(name)}", and see why autovacuum does not: a transaction may have been open for long`,
    })),
    ...(await askStore(ask, POSTGRES_SCHEMA, names, Math.floor(now_ms() / 1000))),
  };
}

/** A library of the system that sorts texts in another way than when an index was made leaves rows that are not found. */
async function collations(ask: Ask): Promise<Advice[]> {
  const found: Advice[] = [];
  for (const { name } of await ask(OLD_COLLATIONS))
    found.push({
      message: `the collation ${String(name)} has another version than its indexes were made with`,
      advice: `run "reindex database" and then "alter collation \\"${String(name)}\\" refresh version" in the database`,
    });
  for (const { name } of await ask(OLD_DATABASE))
    found.push({
      message: `the collation of the database ${String(name)} has another version than its indexes were made with`,
      advice: `run "reindex database" and then "alter database ${String(name)} refresh collation version"`,
    });
  return found;
}

async function connections(ask: Ask, pool: number): Promise<Advice[]> {
  const [row] = await ask(CONNECTIONS);
  const [most, wanted] = [Number(row!.most), pool + FURTHER_CONNECTIONS];
  if (wanted <= most) return [];
  return [
    {
      message: `the service may open ${wanted} connections, and the server allows ${most}`,
      advice: "lower HELIOGRAM_DATABASE_POOL, or raise max_connections of the server",
    },
  ];
}

/** `what is wrong: what to do` */
function split(sentence: string): Advice {
  const at = sentence.indexOf(": ");
  if (at < 0) return { message: sentence, advice: "mend it in the database" };
  return { message: sentence.slice(0, at), advice: sentence.slice(at + 2) };
}
