/** Opens a PostgreSQL database: waits for the server, checks it, takes the instance lock, and applies migrations. */
import type { Db } from "../db.ts";
import { knownSchema, migrate, type SchemaDialect } from "../migrate.ts";
import { mayRecover } from "./errors.ts";
import { InstanceLock } from "./instance-lock.ts";
import { openPostgres } from "./postgres-db.ts";
import type { PostgresOptions } from "./options.ts";

/** Milliseconds between two attempts to reach the server. */
const RETRY_MS = 1000;

/** The tokens of migrations. JSON is read by regular expressions, because the type `json` refuses an escaped NUL. */
export const POSTGRES_SCHEMA: SchemaDialect = {
  $ID: "bigint generated always as identity primary key",
  $INT: "bigint",
  $BYTES: "bytea",
  $FOLD: "lower",
  $COLLATION: 'collate "und-x-icu"',
  "$FILE_IN(content)": `cast(coalesce(
    substring(content from '"media":[{]"kind":"[a-z_]+","file":([0-9]+)'),
    substring(content from '"photo":[{]"kind":"[a-z_]+","file":([0-9]+)')) as bigint)`,
  "$FILE_OF(photo)": `cast(substring(photo from '"file":([0-9]+)') as bigint)`,
  $SHA256_OF_FILE: `found.part[1], file.id
    from file, regexp_matches(file.media, '"sha256":"([0-9a-f]+)"', 'g') as found (part)`,
  $KEY_OF_MESSAGES: `alter table message drop constraint message_pkey;
    create index message_row on message (row_id);
    alter table message add constraint message_pkey primary key using index message_place`,
};

export interface PostgresStart extends PostgresOptions {
  /** Called once when the server cannot be reached, with the time for which the start waits. */
  readonly waiting?: ((error: unknown, for_ms: number) => void) | undefined;
  /** Whether the database must have no other process: a command cannot tell running nodes what it has changed. */
  readonly isAlone?: boolean | undefined;
}

/** @throws Error with a sentence for the operator */
export async function openPostgresStore(options: PostgresStart): Promise<Db> {
  const instanceLock = await waitForServer(options, () => InstanceLock.acquire(options, options.isAlone ?? false));
  try {
    await instanceLock.migrate(await knownSchema(), async () => {
      // Closing this connection must not release the instance lock.
      const unbounded = openPostgres(options, { whenHeld: () => instanceLock.whenHeld(), close: async () => {} }, true);
      await migrate(unbounded, POSTGRES_SCHEMA).finally(() => unbounded.close());
    });
    return openPostgres(options, instanceLock);
  } catch (error) {
    await instanceLock.close();
    throw error;
  }
}

/** Retries while the server cannot be reached: it may start at the same time as the service. */
async function waitForServer<T>(options: PostgresStart, reach: () => Promise<T>): Promise<T> {
  const { limits, now_ms, after, waiting } = options;
  const deadline_ms = now_ms() + limits.start_ms;
  for (let attempt = 1; ; attempt++) {
    try {
      return await reach();
    } catch (error) {
      if (!mayRecover(error) || now_ms() + RETRY_MS > deadline_ms) throw error;
      if (attempt === 1) waiting?.(error, limits.start_ms);
      await new Promise<void>((done) => after(RETRY_MS, done));
    }
  }
}
