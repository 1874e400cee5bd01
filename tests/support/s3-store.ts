/** The S3 store of the tests as a process, which may be stopped, killed, and started again on what it has stored. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ended, said } from "./programs.ts";

/** The interpreter of the system, for which Debian's packages are. */
const PYTHON = "/usr/bin/python3";
const PROGRAM = new URL("s3-store.py", import.meta.url).pathname;
export const ACCESS_KEY = "test:tester";
export const SECRET_KEY = "the-secret-key-of-the-bucket";
export const REGION = "eu-test-1";

/** Whether there is a store. In CI there must be one. */
export const HAS_S3 = existsSync("/usr/lib/python3/dist-packages/swift");
if (!HAS_S3 && process.env.CI === "true")
  throw new Error("there is no S3 store for the tests: install the package python3-swift");

export class S3Store {
  readonly #folder = mkdtempSync(join(tmpdir(), "heliogram-s3-"));
  #program!: ChildProcess;
  readonly #moved: ((url: string) => void)[] = [];
  #url = "";

  private constructor() {}

  /** The process ends with this one. */
  static async start(): Promise<S3Store> {
    const store = new S3Store();
    await store.restart();
    return store;
  }

  /** Its address, another one after each start. */
  get url(): string {
    return this.#url;
  }

  /** Calls `listener` with the address after each start. */
  onMoved(listener: (url: string) => void): void {
    this.#moved.push(listener);
  }

  /** Starts the process after it was killed. Resolves when it takes requests. */
  async restart(): Promise<void> {
    const program = spawn(PYTHON, ["-I", PROGRAM, this.#folder, ACCESS_KEY, SECRET_KEY, REGION]);
    this.#program = program;
    const port = await said(program, (output) => /^(\d+)\n/.exec(output)?.[1]);
    for (const each of [program, program.stdin, program.stdout, program.stderr]) (each as { unref?(): void }).unref?.();
    this.#url = `http://127.0.0.1:${port}`;
    for (const notify of this.#moved) notify(this.#url);
  }

  async kill(): Promise<void> {
    this.#program.ref();
    this.#program.kill("SIGKILL");
    await ended(this.#program);
  }

  /** It takes connections, and answers nothing. */
  pause(): void {
    this.#program.kill("SIGSTOP");
  }

  resume(): void {
    this.#program.kill("SIGCONT");
  }

  /** Ends it, and removes what it has stored. */
  async stop(): Promise<void> {
    this.resume();
    this.#program.ref();
    this.#program.stdin!.end();
    await ended(this.#program);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
