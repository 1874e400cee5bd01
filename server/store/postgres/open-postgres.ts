/** Opens a PostgreSQL database: waits for the server, checks it, takes the instance lock, and applies migrations. */
import type { Db } from "../db.ts";
import { knownSchema, migrate, type SchemaDialect } from "../migrate.ts";
import { mayRecover } from "./errors.ts";
import { InstanceLock } from "./instance-lock.ts";
import { openPostgres } from "./postgres-db.ts";
import type { PostgresOptions } from "./options.ts";

/** Milliseconds between two attempts to reach the server. */
const RETRY_MS = 1000;

/** The tokens of migrations. */
export const POSTGRES_SCHEMA: SchemaDialect = {
  $ID: "bigint generated always as identity primary key",
  $ROW_ID: "bigint generated always as identity",
  $INT: "bigint",
  $KEY_OF_MESSAGES: `alter table message add primary key (chat_id, message_id);
    create index message_row on message (row_id)`,
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
