/** A Node.js that is too old says so in one sentence, whatever it is told to start. */
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const PROJECT = new URL("../..", import.meta.url).pathname;
const SCRIPTS = (JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")) as { scripts: Record<string, string> })
  .scripts;

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "heliogram-old-node-"));
  mkdirSync(join(dir, "bin"));
  const path = join(dir, "bin/node");
  const old = oldNode();
  if (old !== undefined) symlinkSync(old, path);
  else pretend(path);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** The Node of the machine, where it is an old one. */
function oldNode(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((each) => !each.includes("node_modules"));
  return folders.map((folder) => join(folder, "node")).find((path) => majorOf(path) < 22);
}

function majorOf(path: string): number {
  try {
    return Number(/^v(\d+)/.exec(execFileSync(path, ["--version"], { stdio: "pipe" }).toString())?.[1]);
  } catch {
    return NaN;
  }
}

/** A program that is the Node of this test, but for the version that it tells. */
function pretend(path: string): void {
  const preload = join(dir, "pretend.mjs");
  writeFileSync(preload, 'Object.defineProperty(process, "versions", { value: { node: "20.0.0" } });\n');
  writeFileSync(path, `#!/bin/sh\nexec "${process.execPath}" --import "${preload}" "$@"\n`);
  chmodSync(path, 0o755);
}

/** Runs a shell command where `node` is the old one. */
async function run(command: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { PATH: `${join(dir, "bin")}:/usr/bin:/bin` };
  try {
    const { stdout, stderr } = await promisify(execFile)("/bin/sh", ["-c", command], { cwd: PROJECT, env });
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

const commands = Object.entries(SCRIPTS).filter(([, command]) => /^(exec )?node /.test(command));

test.each([...commands, ["heliogram", "server/heliogram.js serve"], ["node", "node server/heliogram.js dev"]])(
  "%s",
  async (_name, command) => {
    const { code, stdout, stderr } = await run(command);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^heliogram: Node\.js 24 or newer is needed, and this is [\d.]+; [^\n]+\n$/);
  },
);

test("the scripts that run a program of ours are among them", () => {
  expect(commands.map(([name]) => name)).toEqual(expect.arrayContaining(["start", "dev", "build", "bench", "nodes"]));
});
