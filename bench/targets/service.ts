/** Starts the service with `heliogram dev`, on a data folder of this run. */
import { spawn, type ChildProcess } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stopProcess, killOnExit, temporaryFolder } from "../cleanup.ts";

const MAIN = new URL("../../server/main.ts", import.meta.url).pathname;

/** The line of JSON that the service prints when it is ready. */
export interface StartupOutput {
  readonly url: string;
  readonly bots: readonly { readonly id: number; readonly token: string }[];
  readonly people: readonly { readonly id: number; readonly access_token: string }[];
  readonly chats: readonly { readonly id: number }[];
}

export interface Service {
  /** Of the current process. */
  readonly pid: number;
  readonly port: number;
  readonly startup: StartupOutput;
  /** The data folder. */
  readonly data: string;
  /** Kills the service with SIGKILL, starts another process on its data, and stops that one in order. */
  killAndRecover(): Promise<void>;
  /**
   * Stops the service by a signal and starts it on the same data. `pid` and `port` change.
   * @returns milliseconds from the start of the process until it is ready
   */
  restart(signal: NodeJS.Signals): Promise<number>;
  /**
   * Ends the service in order and starts `heliogram serve` of the same build on its data. `pid` and `port` change.
   * @returns milliseconds from the start of the process until it listens
   */
  serve(database: string): Promise<number>;
  /** Kills the service if it runs, and removes its data. */
  stop(): Promise<void>;
}

/** What is started, instead of `heliogram dev`. */
export interface Program {
  /** The file of the command `heliogram`, then its arguments. */
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
}

/** Without developer mode, which `serve` does not have either. */
const DEV: Program = { command: [MAIN, "dev", "--no-developer"], env: {} };
/** With developer mode, which records every call and update. */
export const DEVELOPER: Program = { command: [MAIN, "dev"], env: {} };

/** What the options of `dev` say in the other benchmarks. */
const SERVE_ENV = {
  HELIOGRAM_PORT: "0",
  HELIOGRAM_HOST: "127.0.0.1",
  HELIOGRAM_RATE_LIMITS: "off",
} as const;

/** @throws Error if the service exits before it is ready */
export async function startService(world: object, flags: readonly string[], program = DEV): Promise<Service> {
  const dir = temporaryFolder("service");
  const data = join(dir, "data");
  const first = await start(dir, world, flags, program);
  let current = first;
  const restart = async (signal: NodeJS.Signals) => {
    await stopProcess(current.child, signal);
    const began = performance.now();
    current = await start(dir, {}, flags, program);
    return performance.now() - began;
  };
  return {
    get pid() {
      return current.child.pid!;
    },
    get port() {
      return Number(new URL(current.startup.url).port);
    },
    startup: first.startup,
    data,
    async killAndRecover() {
      await restart("SIGKILL");
      await stopProcess(current.child, "SIGTERM");
    },
    restart,
    async serve(database) {
      await stopProcess(current.child, "SIGTERM");
      const began_ms = performance.now();
      const env = { ...SERVE_ENV, HELIOGRAM_DATABASE: database, HELIOGRAM_DATA_DIR: data };
      const child = spawnProgram([program.command[0], "serve"], env);
      const url = await textOf(child, (text) => /listens on (\S+)/.exec(text)?.[1]);
      current = { child, startup: { ...first.startup, url } };
      return performance.now() - began_ms;
    },
    async stop() {
      await stopProcess(current.child, "SIGKILL");
      rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

async function start(dir: string, world: object, flags: readonly string[], program: Program) {
  const file = join(dir, "world.json");
  writeFileSync(file, JSON.stringify(world));
  const args = ["--port", "0", "--json", "--data", join(dir, "data"), "--world", file, ...flags];
  const child = spawnProgram([...program.command, ...args], program.env);
  const line = await textOf(child, (text) => /^.*(?=\n)/.exec(text)?.[0]);
  return { child, startup: JSON.parse(line) as StartupOutput };
}

/** The file is executed directly, so that its `#!` line chooses the program and flags, as for users. */
function spawnProgram([path, ...args]: readonly [string, ...string[]], env: NodeJS.ProcessEnv): ChildProcess {
  return killOnExit(spawn(path, args, { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, ...env } }));
}

/** A part of what the program prints at its start. */
function textOf(child: ChildProcess, find: (text: string) => string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout!.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = find(text);
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => reject(new Error("the service did not start")));
  });
}
