/** `heliogram serve --supervised` in a process of its own, on a store with the people and bots of `TRAFFIC_WORLD`. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CERTIFICATE, KEY } from "../support/certificate.ts";
import { startProcess } from "../support/own-process.ts";
import { PROGRAM } from "../support/program.ts";
import { end } from "../support/programs.ts";
import { until } from "../support/until.ts";
import { TRAFFIC_WORLD, type Cast } from "./traffic.ts";

export interface SupervisedOptions {
  /** What is started: by default the supervisor of the program under test. */
  readonly args?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
  readonly database?: string;
}

/** A port for HTTPS, with a certificate of tests. */
export const WITH_TLS: Readonly<Record<string, string>> = {
  HELIOGRAM_TLS_PORT: "0",
  HELIOGRAM_TLS_HOST: "127.0.0.1",
  HELIOGRAM_TLS_CERTIFICATE: CERTIFICATE,
  HELIOGRAM_TLS_KEY: KEY,
};

const LISTENS = /listens on (\S+)\n/g;
const LISTENS_WITH_TLS = /listens with TLS on (\S+)\n/g;

export class SupervisedService {
  readonly dir: string;
  readonly cast: Cast;
  readonly #spawn: () => ChildProcess;
  #program: ChildProcess;
  readonly #hasTls: boolean;
  #output = "";
  #errors = "";

  private constructor(dir: string, cast: Cast, options: SupervisedOptions & { readonly database: string }) {
    this.dir = dir;
    this.cast = cast;
    this.#hasTls = "HELIOGRAM_TLS_PORT" in (options.settings ?? {});
    this.#spawn = () => {
      const program = spawnService(dir, options.database, options);
      program.stdout!.on("data", (chunk: Buffer) => (this.#output += chunk.toString()));
      program.stderr!.on("data", (chunk: Buffer) => (this.#errors += chunk.toString()));
      return program;
    };
    this.#program = this.#spawn();
  }

  get program(): ChildProcess {
    return this.#program;
  }

  /** Fills a store, and serves it. */
  static async start(options: SupervisedOptions = {}): Promise<SupervisedService> {
    const dir = mkdtempSync(join(tmpdir(), "heliogram-supervised-"));
    const { database = "sqlite" } = options;
    const filled = await startProcess({ dir, world: TRAFFIC_WORLD, database });
    await end(filled.program, "SIGTERM");
    const service = new SupervisedService(dir, filled, { ...options, database });
    await service.hasStarted(1);
    return service;
  }

  /** Starts a further node on the same PostgreSQL database, with the same key and files. */
  async join(options: SupervisedOptions & { readonly database: string }): Promise<SupervisedService> {
    const dir = mkdtempSync(join(tmpdir(), "heliogram-supervised-"));
    const media = join(this.dir, "media");
    mkdirSync(media, { recursive: true });
    symlinkSync(media, join(dir, "media"));
    const settings = { HELIOGRAM_SECRET_KEY_FILE: join(this.dir, "secret.key"), ...options.settings };
    const node = new SupervisedService(dir, this.cast, { ...options, settings });
    await node.hasStarted(1);
    return node;
  }

  get url(): string {
    return [...this.#output.matchAll(LISTENS)].at(-1)![1]!;
  }

  /** The address for HTTPS, if there is one. */
  get tls_url(): string | undefined {
    return [...this.#output.matchAll(LISTENS_WITH_TLS)].at(-1)?.[1]?.replace("localhost", "127.0.0.1");
  }

  /** How often the service has begun to listen, and has said so of each of its ports: each line may come by itself. */
  get starts(): number {
    const lines = this.#hasTls ? LISTENS_WITH_TLS : LISTENS;
    return [...this.#output.matchAll(lines)].length;
  }

  /** The lines of its log with this message. */
  logged(message: string): Record<string, unknown>[] {
    const lines = this.#errors.split("\n").filter((line) => line.startsWith("{"));
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    return entries.filter(({ msg }) => String(msg).startsWith(message));
  }

  servedBy(): number[] {
    return this.logged("a process serves").map(({ pid }) => Number(pid));
  }

  /** What is on standard error besides the log. */
  get complaints(): string {
    return this.#errors.replaceAll(/^\{.*\n/gm, "");
  }

  /** Waits until the service has begun to listen so often. */
  async hasStarted(times: number): Promise<void> {
    await until(() => {
      const { exitCode, signalCode } = this.program;
      if (exitCode !== null || signalCode !== null) throw new Error(`it has ended with ${exitCode}: ${this.#errors}`);
      return this.starts >= times;
    }, `start ${times} of the service`);
  }

  /** Restarts it, and waits until the new process listens. */
  async restart(): Promise<void> {
    const before = this.starts;
    this.program.kill("SIGHUP");
    await this.hasStarted(before + 1);
  }

  /** Stops it in order and starts it again, as without a supervisor. Its settings name the port. */
  async stopAndStart(): Promise<void> {
    const before = this.starts;
    await end(this.#program, "SIGTERM");
    this.#program = this.#spawn();
    await this.hasStarted(before + 1);
  }

  /** Ends it in order, and removes its folder. @returns the exit code */
  async stop(): Promise<number | null> {
    await end(this.program, "SIGTERM");
    rmSync(this.dir, { recursive: true, force: true });
    return this.program.exitCode;
  }
}

function spawnService(dir: string, database: string, options: SupervisedOptions): ChildProcess {
  const { args = [PROGRAM, "serve", "--supervised"], settings = {} } = options;
  return spawn(process.execPath, args, {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      HELIOGRAM_DATA_DIR: dir,
      HELIOGRAM_DATABASE: database,
      HELIOGRAM_HOST: "127.0.0.1",
      HELIOGRAM_PORT: "0",
      HELIOGRAM_RATE_LIMITS: "off",
      HELIOGRAM_DRAIN_SECONDS: "0",
      ...settings,
    },
  });
}
