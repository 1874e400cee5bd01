/** Every benchmark runs to its end on very little, without an error, and one that hangs is ended. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { endWithin } from "../../bench/deadline.ts";

const MAIN = new URL("../../bench/main.ts", import.meta.url).pathname;

/** The growth benchmark has a test of its own. */
const ELSEWHERE = "growth";

async function bench(...args: string[]): Promise<{ stdout: string; stderr: string }> {
  // The list of all names is an error message, so a failure is a result too.
  return promisify(execFile)(process.execPath, [MAIN, ...args]).catch(
    (error: { stdout: string; stderr: string }) => error,
  );
}

async function namesOfAll(): Promise<string[]> {
  const { stderr } = await bench("--only", "no such benchmark");
  return [...stderr.matchAll(/^ {2}(.+)$/gm)].map(([, name]) => name!);
}

test("every benchmark runs on very little", { timeout: 900_000 }, async () => {
  const names = (await namesOfAll()).filter((name) => name !== ELSEWHERE);
  expect(names.length).toBeGreaterThan(15);
  const dir = mkdtempSync(join(tmpdir(), "heliogram-bench-test-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const name of names) {
    const json = join(dir, "results.json");
    const { stdout, stderr } = await bench("--tiny", "--only", name, "--json", json);
    expect(stdout + stderr, name).not.toMatch(/ERROR|skipped|no PostgreSQL|is not installed/);
    const { results } = JSON.parse(readFileSync(json, "utf8")) as { results: Record<string, { figures: object }> };
    expect(Object.keys(results)).toContain(name);
    rmSync(json);
  }
});

test("a benchmark that never ends is ended with its name", async () => {
  await expect(endWithin("one that hangs", new Promise(() => {}), 20)).rejects.toThrow(
    "one that hangs has not ended within 0.02 s",
  );
  expect(await endWithin("one that ends", Promise.resolve(3), 60_000)).toBe(3);
});
