/** Opens a PostgreSQL database: waits for its server, checks it, takes it for this process, and brings it up to date. */
import type { Db } from "./db.ts";
import { migrate, type SchemaWords } from "./migrate.ts";
import { checkPostgres } from "./postgres-checks.ts";
import { mayComeUp } from "./postgres-faults.ts";
import { Guard } from "./postgres-guard.ts";
import { openPostgres } from "./postgres.ts";
import type { PostgresOptions } from "./postgres-options.ts";

/** Milliseconds between two tries to reach a server that is not there yet. */
const AGAIN_MS = 1000;

/** How migrations are spelled. JSON is read by its looks: a NUL in a text of it, which `json` refuses, is no reason to stop. */
export const POSTGRES_SCHEMA: SchemaWords = {
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
};

export interface PostgresStart extends PostgresOptions {
  /** Told once that the server cannot be reached, and how long it is waited for. */
  readonly waiting?: ((error: unknown, for_ms: number) => void) | undefined;
}

/** @throws Error with a sentence for the operator */
export async function openPostgresStore(options: PostgresStart): Promise<Db> {
  await untilThere(options, () => checkPostgres(options));
  const guard = await Guard.take(options);
  try {
    // Its end is not that of the guard.
    const patient = openPostgres(options, { held: () => guard.held(), close: async () => {} }, true);
    await migrate(patient, POSTGRES_SCHEMA).finally(() => patient.close());
    return openPostgres(options, guard);
  } catch (error) {
    await guard.close();
    throw error;
  }
}

/** Tries again while the server is not there: it may start with its machine, together with the service. */
async function untilThere(options: PostgresStart, reach: () => Promise<void>): Promise<void> {
  const { limits, now_ms, after, waiting } = options;
  const deadline_ms = now_ms() + limits.start_ms;
  for (let attempt = 1; ; attempt++) {
    try {
      return await reach();
    } catch (error) {
      if (!mayComeUp(error) || now_ms() + AGAIN_MS > deadline_ms) throw error;
      if (attempt === 1) waiting?.(error, limits.start_ms);
      await new Promise<void>((done) => after(AGAIN_MS, done));
    }
  }
}
