/** The example bots pass their tests, by the command that their authors would call, and leave nothing behind. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";

const dir = mkdtempSync(join(tmpdir(), "heliogram-examples-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const EXAMPLES = new URL("../../examples/", import.meta.url);

/** Nothing of this test run, which is one of vitest too. */
const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NO_COLOR: "1",
  TMPDIR: dir,
  HELIOGRAM_TIMEOUT_MS: "30000",
};

test.each([
  ["moderation-bot", [], /^ℹ pass 4$/m],
  ["shop-bot", ["--testTimeout=120000"], /Tests +4 passed/],
])("%s", async (name, args, passed) => {
  const cwd = fileURLToPath(new URL(name, EXAMPLES));
  const { stdout } = await promisify(execFile)("npm", ["test", "--", ...args], { cwd, env: ENVIRONMENT });
  expect(stdout).toMatch(passed);
  expect(readdirSync(dir).filter((each) => each.startsWith("heliogram-"))).toEqual([]);
});
