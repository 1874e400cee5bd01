/** The commands of the guide about backups, carried out line for line on both engines. */
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, onTestFinished, inject, test, vi } from "vitest";
import { environment, Served } from "../backup/served.ts";
import { CommandFolder, PATIENCE_MS } from "../support/commands.ts";
import { LONG_RUN } from "../support/long-run.ts";
import { call } from "../support/own-process.ts";
import { createDatabase, dropDatabase } from "../support/postgres.ts";
import { PROGRAM } from "../support/program.ts";
import { enginesInTurn, type Json } from "../support/service.ts";

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });

const GUIDE = readFileSync(new URL("../../docs/guides/back-up.md", import.meta.url), "utf8");
const SCRIPTS = Array.from(GUIDE.matchAll(/```(?:sh|cron)\n([^`]*)```/g), ([, script]) => script!);
const WORLD = {
  people: [{ name: "Alice", username: "alice" }],
  bots: [{ name: "Load", username: "load_bot" }],
  chats: [{ title: "One", creator: "alice", members: ["load_bot"] }],
};

const commands = new CommandFolder();
afterAll(() => commands.close());

/** The script of the guide that begins so, with the paths of the test. */
function scriptWith(begin: string, paths: Readonly<Record<string, string>>): string {
  const script = SCRIPTS.find((each) => each.startsWith(begin));
  expect(script, `the guide has a script that begins with ${begin}`).toBeDefined();
  return Object.entries(paths).reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replaceAll(from, to);
  }, script!);
}

/** Where the guide's `heliogram` is a command. */
function binFolder(): string {
  const bin = join(commands.dir, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "heliogram"), `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`, { mode: 0o755 });
  return bin;
}

async function carryOut(script: string, env: Readonly<Record<string, string>>): Promise<void> {
  const PATH = `${binFolder()}:${process.env.PATH}`;
  await promisify(execFile)("sh", ["-ec", script], { cwd: commands.dir, env: { ...process.env, ...env, PATH } });
}

test("all of its commands are carried out here or in pg-dump.test.ts", () => {
  const known = [
    "heliogram backup /var/backups/heliogram\n",
    "heliogram backup /var/backups/heliogram-encrypted",
    "export HELIOGRAM_DATA_DIR",
    "HELIOGRAM_CONFIG",
    "pg_dump",
  ];
  expect(SCRIPTS.filter((script) => !known.some((begin) => script.startsWith(begin)))).toEqual([]);
  expect(SCRIPTS).toHaveLength(known.length);
  // What it calls no backup is what the tests of backups plant.
  expect(GUIDE).toContain("SQLite's `.backup`");
});

describe.each(enginesInTurn())("on %s", (engine) => {
  test("what it prints backs up, verifies and restores", async () => {
    const served = await Served.start(engine, WORLD);
    onTestFinished(() => served.close());
    const { id: chat_id } = served.accounts.chats[0]!;
    const { token } = served.accounts.bots[0]!;
    const { message_id } = await call<Json>(`${served.url}/bot${token}/sendMessage`, { chat_id, text: "kept" });
    const folder = join(served.beside, "to");
    await carryOut(
      scriptWith("heliogram backup /var/backups/heliogram\n", { "/var/backups/heliogram": folder }),
      served.env,
    );
    await served.end("SIGKILL");

    const dir = join(served.beside, "restored");
    const database = engine === "postgres" ? await createDatabase(inject("postgresUrl"), "") : engine;
    const restoring = { "/var/backups/heliogram": folder, "/var/lib/heliogram-restored": dir };
    const env = environment(dir, database);
    await carryOut(scriptWith("export HELIOGRAM_DATA_DIR", restoring), env);
    const { found: url, stop } = await commands.start(["serve"], env, (said) => /listens on (\S+)\n/.exec(said)?.[1]);
    const sent = await call<Json>(`${url}/bot${token}/sendMessage`, { chat_id, text: "after" });
    expect(sent.message_id).toBe(message_id + 1);
    await stop();
    if (engine === "postgres") await dropDatabase(database);
  });
});

test.runIf(LONG_RUN)("encrypted backups are verified with the passphrase", async () => {
  const served = await Served.start("sqlite", WORLD);
  onTestFinished(() => served.close());
  const passphrase = join(served.beside, "passphrase");
  writeFileSync(passphrase, "open sesame\n");
  const to = join(served.beside, "to");
  const paths = { "/var/backups/heliogram-encrypted": to, "/etc/heliogram-passphrase": passphrase };
  await carryOut(scriptWith("heliogram backup /var/backups/heliogram-encrypted", paths), served.env);
  expect(readdirSync(to)).toContain("identity.age");
});

test("the line for cron runs with the settings of a file", async () => {
  const served = await Served.start("sqlite", WORLD);
  onTestFinished(() => served.close());
  const config = join(served.beside, "heliogram.yaml");
  writeFileSync(config, `data_dir: ${served.dir}\n`);
  const paths = { "/etc/heliogram.yaml": config, "/var/backups/heliogram": join(served.beside, "to") };
  const [setting, line] = scriptWith("HELIOGRAM_CONFIG", paths).trim().split("\n");
  const [, command] = /^(?:\S+ ){5}(.*)$/.exec(line!)!;
  await carryOut(`export ${setting}\n${command}`, {});
  expect(readdirSync(join(served.beside, "to", "backups"))).toHaveLength(1);
});
