/** One node on this machine: a process of `heliogram serve`, which is started again when it ends. */
import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { end, ended, said } from "../../tests/support/programs.ts";
import { atExit } from "../at-exit.ts";
import { freePort } from "../free-port.ts";

const MAIN = new URL("../../server/main.ts", import.meta.url).pathname;
const HOST = "127.0.0.1";
const AGAIN_MS = 1000;
const LISTENS = "Heliogram listens on";

export interface LocalNodeOptions {
  readonly name: string;
  /** The folder of all nodes, in which each has its own. */
  readonly root: string;
  /** The folder that was filled first, with the key and the files of all nodes. */
  readonly shared: string;
  /** Settings as environment variables. */
  readonly environment: Readonly<Record<string, string>>;
  readonly report: (line: string) => void;
}

export class LocalNode {
  readonly url: string;
  readonly #options: LocalNodeOptions;
  readonly #port: number;
  #program: ChildProcess | undefined;
  #isStopped = false;

  private constructor(options: LocalNodeOptions, port: number) {
    this.#options = options;
    this.#port = port;
    this.url = `http://${HOST}:${port}`;
    atExit(() => this.#program?.kill("SIGKILL"));
  }

  /** Starts a node, and waits until it listens. */
  static async start(options: LocalNodeOptions): Promise<LocalNode> {
    const node = new LocalNode(options, await freePort());
    mkdirSync(node.#folder);
    const media = join(options.shared, "media");
    mkdirSync(media, { recursive: true });
    symlinkSync(media, join(node.#folder, "media"));
    await node.#run();
    void node.#keepRunning();
    return node;
  }

  get pid(): number {
    return this.#program?.pid ?? 0;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    if (this.#program) await end(this.#program, "SIGTERM");
  }

  get #folder(): string {
    return join(this.#options.root, this.#options.name);
  }

  async #run(): Promise<void> {
    const program = spawn(process.execPath, [MAIN, "serve"], {
      stdio: ["ignore", "pipe", "inherit"],
      // The terminal sends Ctrl-C to everybody; the nodes are stopped in order instead.
      detached: true,
      env: {
        ...process.env,
        HELIOGRAM_HOST: HOST,
        HELIOGRAM_PORT: String(this.#port),
        HELIOGRAM_DATA_DIR: this.#folder,
        HELIOGRAM_SECRET_KEY_FILE: join(this.#options.shared, "secret.key"),
        HELIOGRAM_LOG_LEVEL: "warn",
        HELIOGRAM_DRAIN_SECONDS: "0",
        ...this.#options.environment,
      },
    });
    this.#program = program;
    await said(program, (output) => (output.includes(LISTENS) ? output : undefined));
  }

  async #keepRunning(): Promise<void> {
    for (;;) {
      await ended(this.#program!);
      if (this.#isStopped) return;
      this.#options.report(`${this.#options.name} has ended, and is started again.`);
      await sleep(AGAIN_MS);
      await this.#run().catch((error: unknown) => this.#options.report(String(error)));
    }
  }
}
