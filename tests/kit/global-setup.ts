/** Starts the one PostgreSQL server that a run of the tests shares. */
import type { TestProject } from "vitest/node";
import { findPostgres } from "./postgres-binaries.ts";
import { startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Empty where no PostgreSQL was found. */
    postgresUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const binaries = findPostgres();
  if (!binaries) {
    if (process.env.CI === "true") throw new Error("no PostgreSQL was found, and in CI both engines must be tested");
    process.stderr.write("No PostgreSQL was found: tests run on SQLite alone.\n");
    project.provide("postgresUrl", "");
    return undefined;
  }
  const server = await startPostgres(binaries);
  project.provide("postgresUrl", server.url);
  return () => server.stop();
}
