/** Starts the one PostgreSQL server that a run of the tests shares, with a migrated database to copy. */
import { tmpdir } from "node:os";
import type { TestProject } from "vitest/node";
import { postgresFrom } from "heliogram/runtime/settings-options.ts";
import { settingsSchema } from "heliogram/settings/settings.ts";
import { openStore } from "heliogram/store/open.ts";
import { findPostgres } from "./postgres-binaries.ts";
import { createDatabase, startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Empty where no PostgreSQL was found. */
    postgresUrl: string;
    /** The name of a database with an empty, migrated store. */
    postgresTemplate: string;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  project.provide("files", "");
  const binaries = findPostgres();
  if (!binaries) {
    if (process.env.CI === "true") throw new Error("no PostgreSQL was found, and in CI both engines must be tested");
    process.stderr.write("No PostgreSQL was found: tests run on SQLite alone.\n");
    project.provide("postgresUrl", "");
    project.provide("postgresTemplate", "");
    return undefined;
  }
  const server = await startPostgres(binaries);
  project.provide("postgresUrl", server.url);
  // Copying a database takes a tenth of the time that migrating takes.
  project.provide("postgresTemplate", (await migratedDatabase(server.url)).split("/").at(-1)!);
  return () => server.stop();
}

/** Creates a database with an empty, migrated store on a server. @returns its address */
export async function migratedDatabase(url: string): Promise<string> {
  const database = await createDatabase(url);
  const store = await openStore(
    { database, data_dir: tmpdir() },
    {
      notify: () => {},
      fatal: (error) => {
        throw error;
      },
      now_ms: Date.now,
      after: () => () => {},
      postgres: postgresFrom(settingsSchema.parse({})),
    },
  );
  await store.close();
  return database;
}
