/** The kit under node:test; `tests/package` runs it under jest. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const PROGRAM = new URL("./node-test-program.ts", import.meta.url);

test("node:test runs the tests, shows the transcript of a failing one, and ends", async () => {
  const program = promisify(execFile)(process.execPath, ["--test", "--test-reporter=tap", PROGRAM.pathname], {
    env: { ...process.env, HELIOGRAM_TIMEOUT_MS: "30000" },
  });
  const { code, stdout } = await program.then(
    () => ({ code: 0, stdout: "" }),
    (error: { code: number; stdout: string }) => error,
  );
  expect(code).toBe(1);
  expect(stdout).toMatch(/^\s*ok 1 - greets$/m);
  expect(stdout).toMatch(/^\s*not ok 2 - fails$/m);
  expect(stdout).toContain('test_bot did not reply "Goodbye" within 0.3 s.');
  expect(stdout).toMatch(/alice → test_bot: \/start\n.*waits: the bot has not fetched it/);
});
