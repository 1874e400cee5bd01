/** The command `heliogram` as operators and developers run it: what it prints, and how it ends. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { end, said } from "./programs.ts";

/** Time for a test that starts many commands, on a machine that is busy with others. */
export const PATIENCE_MS = 240_000;

const MAIN = new URL("../../server/main.ts", import.meta.url).pathname;

export type Environment = Readonly<Record<string, string>>;

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder of a test's own, in which its commands run: none of them finds or leaves anything elsewhere. */
export class Workshop {
  readonly #root = mkdtempSync(join(tmpdir(), "heliogram-cli-"));
  readonly dir = join(this.#root, "work");
  readonly #running = new Set<ChildProcess>();

  constructor() {
    mkdirSync(this.dir);
  }

  /** Runs a command to its end. */
  async run(args: readonly string[], env: Environment = {}): Promise<Ended> {
    const child = this.#spawn(args, env);
    const [stdout, stderr, code] = await Promise.all([
      read(child.stdout!),
      read(child.stderr!),
      new Promise<number | null>((resolve) => child.once("exit", resolve)),
    ]);
    return { code, stdout, stderr };
  }

  /** Starts a command that goes on, and resolves when what it has printed is enough. */
  async start<T>(
    args: readonly string[],
    env: Environment,
    find: (output: string) => T | undefined,
  ): Promise<{ readonly found: T; readonly stop: () => Promise<void> }> {
    const child = this.#spawn(args, env);
    return { found: await said(child, find), stop: () => end(child, "SIGTERM") };
  }

  /** Ends what still runs, and removes the folder. */
  async close(): Promise<void> {
    await Promise.all([...this.#running].map((child) => end(child, "SIGKILL")));
    rmSync(this.#root, { recursive: true, force: true });
  }

  #spawn(args: readonly string[], env: Environment): ChildProcess {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: this.dir,
      // What one has compiled, the next need not.
      env: { PATH: process.env.PATH, TMPDIR: this.dir, NODE_COMPILE_CACHE: join(this.#root, "compiled"), ...env },
      stdio: ["ignore", "pipe", "pipe"],
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
