/** The action for GitHub Actions, run as a runner runs it: its start, a step with a failing test, its end. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { until } from "../support/until.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const dir = mkdtempSync(join(tmpdir(), "heliogram-action-"));
afterAll(() => {
  const { pid } = readValues(FILES.GITHUB_STATE);
  try {
    if (pid !== undefined) process.kill(-Number(pid), "SIGKILL");
  } catch {
    // The action has ended the service.
  }
  rmSync(dir, { recursive: true, force: true });
});

const file = (name: string) => join(dir, name);
const FILES = { GITHUB_ENV: file("env"), GITHUB_OUTPUT: file("output"), GITHUB_STATE: file("state") };

/** The lines `name=value` of a file of the runner. */
function readValues(path: string): Record<string, string> {
  const lines = readFileSync(path, "utf8").trim().split("\n");
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

const run = (script: string, env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [join(ROOT, script)], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      RUNNER_TEMP: dir,
      INPUT_COMMAND: `"${process.execPath}" "${join(ROOT, "server/heliogram.js")}"`,
      ...FILES,
      ...env,
    },
  });

const action = readFileSync(join(ROOT, "action.yml"), "utf8");
const [start, finish] = [/main: (\S+)/.exec(action)![1]!, /post: (\S+)/.exec(action)![1]!];

test("it starts a service, and its summary has the transcripts", async () => {
  for (const path of Object.values(FILES)) writeFileSync(path, "");

  const { stdout } = await run(start, {});
  const { url } = readValues(FILES.GITHUB_OUTPUT);
  expect(stdout).toBe(`Heliogram listens on ${url}\n`);
  const env = readValues(FILES.GITHUB_ENV);
  expect(env.HELIOGRAM_URL).toBe(url);

  const failing = await run("testkit/tests/node-test-program.ts", { ...env, HELIOGRAM_TIMEOUT_MS: "30000" }).catch(
    (error: { code: number }) => error,
  );
  expect(failing).toMatchObject({ code: 1 });

  const state = Object.entries(readValues(FILES.GITHUB_STATE)).map(([name, value]) => [`STATE_${name}`, value]);
  await run(finish, { ...Object.fromEntries(state), GITHUB_STEP_SUMMARY: file("summary.md") });
  const summary = readFileSync(file("summary.md"), "utf8");
  expect(summary).toContain('### test_bot did not reply "Goodbye" within 0.3 s.\n\n```text\n');
  expect(summary).toContain("alice → test_bot: /start");
  // It ends its connections, and is gone.
  const isGone = () =>
    fetch(`${url!}/healthz`).then(
      () => false,
      () => true,
    );
  await until(isGone, "the end of the service");
});

test("it says why the service does not start", async () => {
  const failed = run(start, { INPUT_COMMAND: "echo no such package >&2; exit 3; " });
  await expect(failed).rejects.toThrow(/dev has ended with 3: no such package/);
});
