/** What commands ask for on a terminal: passwords, which it does not show, and confirmations. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { CommandFolder, PATIENCE_MS } from "../support/commands.ts";
import { PROGRAM } from "../support/program.ts";
import type { Json } from "../support/service.ts";

vi.setConfig({ testTimeout: PATIENCE_MS, hookTimeout: PATIENCE_MS });
const commands = new CommandFolder();
afterAll(() => commands.close());

const SCRIPT = new URL("../support/on-terminal.py", import.meta.url).pathname;
const hasPython = spawnSync("python3", ["--version"]).status === 0;
const env = { HELIOGRAM_DATA_DIR: join(commands.dir, "data") };

/** Runs a command on a terminal. @param answers what is asked, and what is typed then */
function onTerminal(args: readonly string[], answers: readonly (readonly [string, string])[]) {
  const { status, stdout, stderr } = spawnSync(
    "python3",
    [SCRIPT, JSON.stringify(answers), process.execPath, PROGRAM, ...args],
    { env: { ...process.env, ...env }, encoding: "utf8" },
  );
  expect(stderr).toBe("");
  return { status, shown: stdout.replaceAll("\r", "") };
}

describe.skipIf(!hasPython && process.env.CI === undefined)("on a terminal", () => {
  test("a password is asked for twice, and not shown", async () => {
    // A mistake, and two keys that take it back.
    const answers = [
      ["Password:", "correct horsex\u007F\r"],
      ["again:", "correct horse\r"],
    ] as const;
    const { status, shown } = onTerminal(["person", "create", "bob"], answers);
    expect([status, shown]).toEqual([0, expect.stringContaining('"username": "bob"')]);
    expect(shown).not.toContain("correct");
    expect((await commands.run(["person", "list"], env)).stdout).toContain('"bob"');
  });

  test("two that differ set nothing, and an interrupt ends it", async () => {
    const differing = [
      ["Password:", "correct horse\r"],
      ["again:", "correct house\r"],
    ] as const;
    const { status, shown } = onTerminal(["person", "create", "carla"], differing);
    expect([status, shown]).toEqual([1, expect.stringContaining("the two are different")]);
    expect(onTerminal(["person", "create", "carla"], [["Password:", "corr\u0003"]]).status).toBe(130);
    expect((await commands.run(["person", "list"], env)).stdout).not.toContain("carla");
  });

  test("a token is renewed when somebody says yes", async () => {
    const { token } = JSON.parse((await commands.run(["bot", "create", "some_bot"], env)).stdout) as Json;
    const question = "makes a new token for @some_bot, and the present one stops working at once. Go on?";
    const no = onTerminal(["bot", "token", "some_bot"], [["[y/N]", "\r"]]);
    expect([no.status, no.shown]).toEqual([1, expect.stringContaining(question)]);
    expect(no.shown).toContain("nothing was changed");
    const yes = onTerminal(["bot", "token", "some_bot"], [["[y/N]", "y\r"]]);
    expect([yes.status, yes.shown]).toEqual([0, expect.stringMatching(/"token": "\d+:[\w-]{43}"/)]);
    expect(yes.shown).not.toContain(token);
  });
});
