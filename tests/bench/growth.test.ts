/** The measurement of what grows, on stores that hardly do: it ends well and comes to figures. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { GAUGES } from "../../bench/growth/gauges/index.ts";

const MAIN = new URL("../../bench/main.ts", import.meta.url).pathname;

const dir = mkdtempSync(join(tmpdir(), "heliogram-growth-"));
afterAll(() => rmSync(dir, { recursive: true }));

interface Store {
  readonly size: { readonly messages: number };
  readonly figures: readonly { readonly what: string; readonly value: number }[];
}

test("a run of every gauge", { timeout: 300_000 }, async () => {
  const json = join(dir, "figures.json");
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
    JSON.parse(readFileSync(json, "utf8")) as { found: { growth: { figures: { small: Store; large: Store } } } }
  ).found.growth.figures;
  expect([small.size.messages, large.size.messages]).toEqual([10_000, 2000]);
  expect(large.figures.length).toBeGreaterThanOrEqual(GAUGES.length);
  expect(large.figures.map(({ what }) => what)).toEqual(small.figures.map(({ what }) => what));
  for (const { what, value } of [...small.figures, ...large.figures]) {
    expect.soft(value, what).toBeGreaterThanOrEqual(0);
    expect(stdout).toContain(what);
  }
});
