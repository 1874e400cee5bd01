/** The command `copy`: kills at any time, what it prints and what it refuses. */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { environment } from "../backup/served.ts";
import { CommandFolder, PATIENCE_MS } from "../support/commands.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { createDatabase, dropDatabase } from "../support/postgres.ts";
import { PROGRAM } from "../support/program.ts";
import { ended } from "../support/programs.ts";
import { engines, type Engine } from "../support/service.ts";
import { makeRandomStore, rowsOf } from "./random-store.ts";

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });

/** Milliseconds after the start of the first kill, and how many times as late each further one is. */
const FIRST_MS = 100;
const FACTOR = LONG_RUN ? 1.1 : 1.4;

const commands = new CommandFolder();
const databases: string[] = [];
let folders = 0;
const source = join(commands.dir, "source");
const env = environment(source, "sqlite");
let rows: Record<string, string[]>;

beforeAll(async () => {
  mkdirSync(source);
  await makeRandomStore(source, 3);
  rows = await rowsOf(source);
});
afterAll(async () => {
  await commands.close();
  for (const each of databases) await dropDatabase(each);
});

async function emptyPlace(engine: Engine): Promise<{ readonly address: string; readonly place: string }> {
  if (engine === "postgres") {
    const url = await createDatabase(inject("postgresUrl"), "");
    databases.push(url);
    return { address: url, place: url };
  }
  const folder = join(commands.dir, `target-${folders++}`);
  return { address: `sqlite:${folder}`, place: folder };
}

/** Runs the command, and kills it after some milliseconds. @returns whether the copy is complete */
async function runUntil(after_ms: number, args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, [PROGRAM, "copy", ...args], { env: { ...process.env, ...env } });
  const gone = ended(child);
  let said = "";
  child.stderr.on("data", (bytes: Buffer) => (said += bytes.toString()));
  const timer = setTimeout(() => child.kill("SIGKILL"), after_ms);
  await gone;
  clearTimeout(timer);
  // The last kill may have come between the end of the copy and that of the command.
  return child.exitCode === 0 || /is not empty|there is a store already/.test(said);
}

describe.each(engines())("to %s", (engine) => {
  test("it survives kills at any time", async () => {
    const { address, place } = await emptyPlace(engine);
    const args = ["--from", "sqlite", "--to", address];
    let kills = 0;
    while (!(await runUntil(FIRST_MS * FACTOR ** kills, args))) kills++;
    // How many there are depends on the machine: on a fast one, the fourth comes too late.
    expect(kills).toBeGreaterThan(1);
    expect(await rowsOf(place)).toEqual(rows);
  });

  test("it says what it has done, and how far it is", async () => {
    const { address, place } = await emptyPlace(engine);
    const { code, stdout, stderr } = await commands.run(["copy", "--to", address], env);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/copy: \d+ rows in [\d.]+ s\ncomparison: \d+ rows in/)]);
    const made = JSON.parse(stdout);
    const all = Object.values<{ rows: number }>(made.tables).reduce((sum, each) => sum + each.rows, 0);
    expect(made).toMatchObject({ from: `sqlite:${source}`, rows: all, is_resumed: false });
    expect(made.tables.message.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(stdout).not.toMatch(/\/\/[^/"]*@/);
    // The store has no key in this folder.
    expect(stderr).toContain("has no secret.key");
    expect(await rowsOf(place)).toEqual(rows);
    const again = await commands.run(["copy", "--to", address], env);
    expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/is not empty|there is a store already/)]);
  });
});

test("it refuses what it cannot copy", async () => {
  const refused = async (args: string[], own: Record<string, string> = env) => {
    const { code, stderr } = await commands.run(["copy", ...args], own);
    return [code, stderr];
  };
  expect(await refused([])).toEqual([2, expect.stringContaining("copy needs --from or --to")]);
  expect(await refused(["--to", "mysql://x"])).toEqual([
    2,
    expect.stringContaining("--to is sqlite, sqlite:FOLDER or"),
  ]);
  expect(await refused(["--to", "sqlite"])).toEqual([1, expect.stringContaining("the same store")]);
  const inMemory = environment(source, "memory");
  expect(await refused(["--to", "sqlite"], inMemory)).toEqual([1, expect.stringContaining("in memory")]);
  const nowhere = join(commands.dir, "nowhere");
  expect(await refused(["--from", `sqlite:${nowhere}`, "--to", `sqlite:${commands.dir}`])).toEqual([
    1,
    expect.stringContaining(`there is no store ${nowhere}`),
  ]);
  const full = join(commands.dir, "full");
  mkdirSync(full);
  writeFileSync(join(full, "heliogram.db"), "text");
  expect(await refused(["--to", `sqlite:${full}`])).toEqual([1, expect.stringContaining("there is a store already")]);
});
