/** Whatever fails on the way up closes what was opened before it: each step of the start fails once. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, describe, expect, inject, test } from "vitest";
import { giveBackDatabase, takeDatabase } from "../support/databases.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { hasRedis, TestRedis } from "../support/redis.ts";

const SCRIPT = fileURLToPath(new URL("./failing-starts.ts", import.meta.url));
/** One in so many places fails where there are many: each start takes a tenth of a second. */
const STEP = LONG_RUN ? 1 : 9;

interface Outcome {
  readonly places: number;
  readonly found: readonly { readonly place: string; readonly left: readonly string[] }[];
}

async function failingStarts(...parameters: readonly string[]): Promise<Outcome> {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, ...parameters]);
  return JSON.parse(stdout) as Outcome;
}

describe("a start that fails leaves no file, port, thread or process open", () => {
  test.each([
    ["developer", STEP, 20],
    ["sqlite", STEP, 80],
  ])("of %s", async (kind, step, least) => {
    const { places, found } = await failingStarts(kind, String(step));
    expect(found).toEqual([]);
    expect(places).toBeGreaterThan(least);
  });

  test("and what is left is found", async () => {
    const { found } = await failingStarts("sqlite", String(5 * STEP), "", "planted");
    expect(found[0]?.left).toContainEqual(expect.stringContaining("heliogram.db"));
  });
});

describe.runIf(inject("postgresUrl") !== "" && hasRedis())("of a node with Redis", () => {
  let redis: TestRedis | undefined;
  let database: string | undefined;
  afterEach(async () => {
    await redis?.stop();
    if (database !== undefined) await giveBackDatabase(database);
  });

  test("on PostgreSQL", async () => {
    redis = await TestRedis.start();
    database = await takeDatabase();
    const { places, found } = await failingStarts(database, String(STEP), redis.url);
    expect(found).toEqual([]);
    expect(places).toBeGreaterThan(80);
  });
});
