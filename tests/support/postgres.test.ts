/** The PostgreSQL server of the tests is found, started, used and removed completely. */
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { findPostgres } from "./postgres-binaries.ts";
import { createDatabase, dropDatabase, startPostgres } from "./postgres.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "heliogram-kit-"));
  chmodSync(folder, 0o755);
  vi.stubEnv("TMPDIR", folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: "array" })).rows.flat();
  } finally {
    await client.end();
  }
}

describe.each(["machine", "package"] as const)("PostgreSQL of the %s", (which) => {
  const binaries = findPostgres(which);

  test.skipIf(!binaries)("starts, keeps databases apart, and leaves nothing", async () => {
    const server = await startPostgres(binaries!);
    const [own] = readdirSync(folder);
    expect(statSync(join(folder, own!)).uid).not.toBe(0);
    const [one, two] = [await createDatabase(server.url), await createDatabase(server.url)];
    await query(one, "create table t (x integer)");
    const tables = "select tablename from pg_tables where schemaname = 'public'";
    expect(await query(one, tables)).toEqual(["t"]);
    expect(await query(two, tables)).toEqual([]);
    await dropDatabase(one);
    await expect(query(one, "select 1")).rejects.toThrow("does not exist");
    expect(await query(two, "show fsync")).toEqual(["off"]);
    await server.stop();
    await expect(query(two, "select 1")).rejects.toThrow("ECONNREFUSED");
    expect(readdirSync(folder)).toEqual([]);
  });
});

test("the package brings one wherever it runs", () => {
  expect(findPostgres("package")).toBeDefined();
});

test.runIf(findPostgres())("a server that does not start says why, and leaves nothing", async () => {
  const found = findPostgres()!;
  await expect(startPostgres({ ...found, postgres: found.initdb })).rejects.toThrow(
    /PostgreSQL did not start: .*initdb/s,
  );
  expect(readdirSync(folder)).toEqual([]);
});
