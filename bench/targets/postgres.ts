/** A PostgreSQL server of the run, which makes every commit durable. */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { findPostgres } from "../../tests/support/postgres-binaries.ts";
import { startPostgres } from "../../tests/support/postgres.ts";

/** The defaults of PostgreSQL, except for its memory. */
const SETTINGS = { shared_buffers: "512MB", fsync: "on", synchronous_commit: "on", full_page_writes: "on" };

export interface BenchPostgres {
  readonly pid: number;
  /** @returns the address of a new, empty database */
  createDatabase(): Promise<string>;
  stop(): Promise<void>;
}

/** @returns `undefined` where no PostgreSQL is found */
export async function startBenchPostgres(): Promise<BenchPostgres | undefined> {
  const found = findPostgres();
  if (!found) return undefined;
  const { url, pid, stop } = await startPostgres(found, SETTINGS);
  return {
    pid,
    stop,
    async createDatabase() {
      const name = `b${randomUUID().replaceAll("-", "")}`;
      await queryOne(url, `create database ${name}`);
      return url.replace(/[^/]*$/, name);
    },
  };
}

/** The first row of a query. */
export async function queryOne(url: string, text: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows[0] ?? {};
  } finally {
    await client.end();
  }
}
