/** Runs the command `heliogram` as operators and developers do, and captures its output and exit code. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { end, said } from "./programs.ts";
import { PROGRAM } from "./program.ts";

/** The timeout of a test that starts many commands, on a loaded machine. */
export const PATIENCE_MS = 240_000;

/** The folder of the compile cache, which vitest.config.ts sets. All commands of all files share it. */
const COMPILED = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "" };

export type Environment = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A temporary folder in which the commands of a test run. They read and write nothing elsewhere. */
export class CommandFolder {
  readonly #root = mkdtempSync(join(tmpdir(), "heliogram-cli-"));
  readonly dir = join(this.#root, "work");
  readonly #running = new Set<ChildProcess>();

  constructor() {
    mkdirSync(this.dir);
  }

  /** Runs a command until it ends. @param input what is on its standard input */
  async run(args: readonly string[], env: Environment = {}, input?: string): Promise<Ended> {
    const child = this.#spawn(args, env, input === undefined ? "ignore" : "pipe");
    // A command may refuse before it has read.
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
    const [stdout, stderr, code] = await Promise.all([
      read(child.stdout!),
      read(child.stderr!),
      new Promise<number | null>((resolve) => child.once("exit", resolve)),
    ]);
    return { code, stdout, stderr };
  }

  /** Starts a command that keeps running, and resolves when its output satisfies the condition. */
  async start<T>(
    args: readonly string[],
    env: Environment,
    find: (output: string) => T | undefined,
  ): Promise<{ readonly found: T; readonly stop: () => Promise<void> }> {
    const child = this.#spawn(args, env);
    return { found: await said(child, find), stop: () => end(child, "SIGTERM") };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Ends the processes that still run, and removes the folder. */
  async close(): Promise<void> {
    await Promise.all([...this.#running].map((child) => end(child, "SIGKILL")));
    rmSync(this.#root, { recursive: true, force: true });
  }

  #spawn(args: readonly string[], env: Environment, stdin: "ignore" | "pipe" = "ignore"): ChildProcess {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      cwd: this.dir,
      env: { PATH: process.env.PATH, TMPDIR: this.dir, HELIOGRAM_DRAIN_SECONDS: "0", ...COMPILED, ...env },
      stdio: [stdin, "pipe", "pipe"],
    });
    this.#running.add(child);
    child.once("exit", () => this.#running.delete(child));
    return child;
  }
}

async function read(source: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  for await (const chunk of source) text += chunk.toString();
  return text;
}
