/** Checks that a PostgreSQL server and database are suitable, before anything is created in it. */
import type pg from "pg";

/** The oldest supported major version. */
const OLDEST_VERSION = 15;

/** Facts about a server and a database. */
export interface ServerFacts {
  /** As `server_version_num` has it: 150004 for 15.4. */
  readonly version: number;
  readonly database: string;
  readonly role: string;
  readonly encoding: string;
  /** Whether the collation for comparing names exists. */
  readonly icu: boolean;
  /** The schema in which tables are created; `null` if the search path names none. */
  readonly schema: string | null;
  readonly may_create: boolean | null;
  readonly read_only: boolean;
}

const FACTS_QUERY = `select current_setting('server_version_num')::int as version, current_database() as database,
  current_user as role, pg_encoding_to_char(encoding) as encoding, current_schema() as schema,
  has_schema_privilege(current_schema(), 'create') as may_create,
  current_setting('transaction_read_only')::boolean as read_only,
  exists (select from pg_collation where collname = 'und-x-icu') as icu
  from pg_database where datname = current_database()`;

/** What is wrong with the server or the database, as `findProblem` says it. */
export async function findServerProblem(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<ServerFacts>(FACTS_QUERY);
  return findProblem(rows[0]!);
}

/** @throws Error with a sentence for the operator */
export async function checkPostgres(client: pg.Client): Promise<void> {
  const fault = await findServerProblem(client);
  if (fault !== undefined) throw new Error(fault);
}

/** A sentence that says what is wrong with a database and how to mend it; `undefined` if nothing is. */
export function findProblem({
  version,
  database,
  role,
  encoding,
  icu,
  schema,
  may_create,
  read_only,
}: ServerFacts): string | undefined {
  const major = Math.floor(version / 10_000);
  if (major < OLDEST_VERSION) return `PostgreSQL ${major} is too old: use ${OLDEST_VERSION} or newer`;
  if (encoding !== "UTF8") {
    return (
      `the database ${database} is encoded in ${encoding}, which does not hold every text: ` +
      `create another one with "create database NAME encoding 'UTF8' template template0"`
    );
  }
  if (!icu) {
    return (
      `the database ${database} lacks the collation und-x-icu: use a PostgreSQL that is built with ICU, or, if it is, ` +
      `run "select pg_import_system_collations('pg_catalog')" in the database as a superuser`
    );
  }
  if (read_only) return `the database ${database} takes no writes: name the primary server, not a standby`;
  if (schema === null) return `the search path of the role ${role} names no schema in the database ${database}`;
  if (!may_create) {
    return (
      `the role ${role} may not create tables in the database ${database}: ` +
      `run "grant create on schema ${schema} to ${role}" in it, or make the role its owner`
    );
  }
  return undefined;
}
