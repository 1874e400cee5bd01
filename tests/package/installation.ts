/** The package as somebody has it who installed it into an empty folder. */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { end, said } from "../support/programs.ts";

const PROJECT = new URL("../..", import.meta.url).pathname;
/** The oldest version that the package promises. Its binary is a package; `node` itself would run an install script. */
const OLDEST_NODE = `node-${process.platform}-${process.arch}@24`;

/**
 * The day as of which the registry is read: later versions of what the packages depend on do not change what is tested. It
 * must not be before the release of a dependency that `package.json` or a test names by its version.
 */
const REGISTRY_DAY = "2026-11-19";

/** Makes the packages. @returns their paths */
export async function release(): Promise<{ readonly heliogram: string; readonly testkit: string }> {
  const { stdout } = await promisify(execFile)("npm", ["run", "--silent", "release"], { cwd: PROJECT });
  const path = (name: string) => join(PROJECT, new RegExp(`^dist/${name}-\\d.*?\\.tgz`, "m").exec(stdout)![0]);
  return { heliogram: path("heliogram"), testkit: path("heliogram-testkit") };
}

/** A folder outside the checkout with packages from the registry. No install script runs in it. */
export class Installation {
  readonly dir = mkdtempSync(join(tmpdir(), "heliogram-installed-"));
  readonly #running = new Set<ChildProcess>();

  constructor() {
    writeFileSync(join(this.dir, "package.json"), '{ "private": true, "type": "module" }\n');
  }

  /** The folder of the installed package. */
  get root(): string {
    return join(this.dir, "node_modules/heliogram");
  }

  async install(...packages: string[]): Promise<void> {
    await this.npm("install", "--ignore-scripts", ...packages);
  }

  /** The environment may say how to reach the registry. */
  async npm(command: string, ...args: string[]): Promise<void> {
    const flags = ["--no-audit", "--no-fund", `--before=${REGISTRY_DAY}`];
    await promisify(execFile)("npm", [command, ...flags, ...args], { cwd: this.dir });
  }

  /** Adds Node 24. @returns the path of its program */
  async installOldestNode(): Promise<string> {
    await this.install(OLDEST_NODE);
    return join(this.dir, "node_modules", OLDEST_NODE.split("@")[0]!, "bin/node");
  }

  /** Runs a program of the folder by a Node until it ends. @throws Error with its output, if it fails */
  run(node: string, args: readonly string[], env: object = {}): Promise<{ stdout: string; stderr: string }> {
    return promisify(execFile)(node, [...args], { cwd: this.dir, env: { ...bare(), ...env } });
  }

  /** Runs a shell command until it ends. */
  shell(node: string, command: string): Promise<{ stdout: string; stderr: string }> {
    return promisify(execFile)("/bin/sh", ["-c", command], { cwd: this.dir, env: bare(node) });
  }

  /** Starts a program that keeps running, and waits for a part of its output. */
  async start<T>(
    node: string,
    args: readonly string[],
    env: object,
    find: (output: string) => T | undefined,
  ): Promise<Started<T>> {
    const child = spawn(node, [...args], {
      cwd: this.dir,
      env: { ...bare(), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#running.add(child);
    let complaints = "";
    child.stderr.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
    const found = await said(child, find);
    return { child, found, complaints: () => complaints, stop: () => end(child, "SIGTERM") };
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running].map((child) => end(child, "SIGKILL")));
    rmSync(this.dir, { recursive: true, force: true });
  }
}

export interface Started<T> {
  readonly child: ChildProcess;
  readonly found: T;
  /** What it has written to standard error. */
  readonly complaints: () => string;
  readonly stop: () => Promise<void>;
}

/** The environment of a user: nothing of this test run, and no programs of the checkout. */
function bare(node = process.execPath): NodeJS.ProcessEnv {
  const folders = (process.env.PATH ?? "").split(":").filter((each) => !each.includes("node_modules"));
  return { PATH: [join(node, ".."), ...folders].join(":"), HOME: process.env.HOME };
}

/** The paths of all files below a folder. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
}

/** Bytes that files take on a disk with blocks of 4 KiB. */
export function diskBytes(folder: string): number {
  const BLOCK = 4096;
  return filesIn(folder).reduce((sum, path) => sum + Math.ceil(statSync(join(folder, path)).size / BLOCK) * BLOCK, 0);
}

/** Processor time that a process has used, in milliseconds; `undefined` where the system does not tell. */
export function processorMs(pid: number): number | undefined {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return undefined;
  const fields = readFileSync(path, "utf8").replace(/.*\) /s, "").split(" ");
  const TICK_MS = 10;
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
