/** The growth benchmark on small datasets: every workload runs and reports its metrics. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { WORKLOADS } from "../../bench/growth/workloads/index.ts";

const MAIN = new URL("../../bench/main.ts", import.meta.url).pathname;

const dir = mkdtempSync(join(tmpdir(), "heliogram-growth-"));
afterAll(() => rmSync(dir, { recursive: true }));

interface Store {
  readonly size: { readonly messages: number };
  readonly metrics: readonly { readonly name: string; readonly value: number }[];
}

test("every workload runs and reports metrics", { timeout: 300_000 }, async () => {
  const json = join(dir, "metrics.json");
  const { stdout } = await promisify(execFile)(process.execPath, [
    MAIN,
    "--only",
    "growth",
    "--messages",
    "2000",
    "--json",
    json,
  ]);
  const { small, large } = (
    JSON.parse(readFileSync(json, "utf8")) as { results: { growth: { figures: { small: Store; large: Store } } } }
  ).results.growth.figures;
  expect([small.size.messages, large.size.messages]).toEqual([10_000, 2000]);
  expect(large.metrics.length).toBeGreaterThanOrEqual(WORKLOADS.length);
  expect(large.metrics.map(({ name }) => name)).toEqual(small.metrics.map(({ name }) => name));
  for (const { name, value } of [...small.metrics, ...large.metrics]) {
    expect.soft(value, name).toBeGreaterThanOrEqual(0);
    expect(stdout).toContain(name);
  }
});
