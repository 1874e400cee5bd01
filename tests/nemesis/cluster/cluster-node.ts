/** One node: the service as operators start it, in a process of its own, which is killed, stopped and cut off. */
import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { S3Options } from "heliogram/media/s3/s3-options.ts";
import { atExit } from "../../../tools/at-exit.ts";
import { freePort } from "../../../tools/free-port.ts";
import { PROGRAM } from "../../support/program.ts";
import { end, ended } from "../../support/programs.ts";
import { Proxy } from "../../support/proxy.ts";
import { Namespace } from "./network.ts";

/** Planted faults change modules of the sources, which a bundle does not have. */
const SOURCES = new URL("../../../server/main.ts", import.meta.url).pathname;
const CLOCK = new URL("shifted-clock.mjs", import.meta.url).href;
const PORT = 8080;
const READY_MS = 90_000;
const POLL_MS = 50;

export interface NodeOptions {
  readonly index: number;
  /** Its folder, in which it makes its own. */
  readonly root: string;
  /** The key that all nodes share. */
  readonly key_file: string;
  /** The database, and Redis where there is one, as the machine reaches them. */
  readonly database: string;
  readonly redis: string | undefined;
  /** The bucket where the nodes keep files; without one, each has a folder. */
  readonly files: S3Options | undefined;
  /** The part of the address range for its namespace; without one, it runs on loopback. */
  readonly subnet: string | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** Modules that are loaded before the service: planted faults. */
  readonly preload: readonly string[];
}

export class ClusterNode {
  readonly name: string;
  readonly url: string;
  /** What lies between the node and its database. */
  readonly database: Proxy;
  readonly redis: Proxy | undefined;
  readonly files: Proxy | undefined;
  readonly #options: NodeOptions;
  readonly #space: Namespace | undefined;
  readonly #port: number;
  readonly #folder: string;
  readonly #cancelCleanUp: () => void;
  #process: ChildProcess | undefined;

  private constructor(
    options: NodeOptions,
    space: Namespace | undefined,
    { database, redis, files }: Pick<ClusterNode, "database" | "redis" | "files">,
    port: number,
  ) {
    this.name = `node ${options.index + 1}`;
    this.#options = options;
    this.#space = space;
    this.database = database;
    this.redis = redis;
    this.files = files;
    this.#port = port;
    this.#folder = join(options.root, `node${options.index + 1}`);
    this.url = `http://${space?.address ?? "127.0.0.1"}:${port}`;
    this.#cancelCleanUp = atExit(this.#endNow);
  }

  /** Prepares a node, and does not start it. */
  static async create(options: NodeOptions): Promise<ClusterNode> {
    const { subnet, index } = options;
    const space = subnet === undefined ? undefined : Namespace.create(subnet, index);
    const database = await Proxy.before(options.database, space?.gateway);
    const redis = options.redis === undefined ? undefined : await Proxy.before(options.redis, space?.gateway);
    const files = options.files === undefined ? undefined : await Proxy.before(options.files.endpoint, space?.gateway);
    const node = new ClusterNode(options, space, { database, redis, files }, space ? PORT : await freePort());
    mkdirSync(node.#folder, { recursive: true });
    writeFileSync(node.#clockFile, "0");
    return node;
  }

  /** The address from which its webhooks come; `undefined` on loopback, where all come from the same one. */
  get address(): string | undefined {
    return this.#space?.address;
  }

  get isRunning(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Tells the database which node asks (lease-log.ts). */
  get #said(): string {
    return `-c nemesis.node=${this.name.replace(" ", "_")}`;
  }

  get #clockFile(): string {
    return join(this.#folder, "clock-shift");
  }

  /** Starts the process, and waits until it is ready. Starts it again where it ends, as operators' supervisors do. */
  async start(): Promise<void> {
    this.setClock(0);
    await this.untilReady();
  }

  /** Waits until it takes calls, and starts it if it has ended. @throws Error with the end of its log */
  async untilReady(): Promise<void> {
    const deadline_ms = Date.now() + READY_MS;
    while (!(await this.isReady())) {
      if (Date.now() > deadline_ms) throw new Error(`${this.name} is not ready: ${this.complaints()}`);
      if (!this.isRunning) this.#spawn();
      await sleep(POLL_MS);
    }
  }

  async isReady(): Promise<boolean> {
    try {
      const answer = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(2000) });
      await answer.arrayBuffer();
      return answer.status === 200;
    } catch {
      return false;
    }
  }

  kill(): Promise<void> {
    return this.isRunning ? end(this.#process!, "SIGKILL") : Promise.resolve();
  }

  /** Ends it in order, as a rolling restart does. */
  async stop(): Promise<void> {
    if (this.isRunning) await end(this.#process!, "SIGTERM");
  }

  /** The process does nothing any more, and does not know it. */
  pause(): void {
    this.#process!.kill("SIGSTOP");
  }

  resume(): void {
    this.#process?.kill("SIGCONT");
  }

  /** Sets its time of day off by so much. */
  setClock(shift_ms: number): void {
    writeFileSync(this.#clockFile, String(shift_ms));
  }

  /** Drops what goes to and comes from its database. */
  cutDatabase(): void {
    this.#cut(this.database);
  }

  /** Drops what goes to and comes from Redis. */
  cutRedis(): void {
    if (this.redis) this.#cut(this.redis);
  }

  /** Drops everything; on loopback, what goes to and comes from its database, Redis and the bucket. */
  cutEverything(): void {
    if (this.#space) this.#space.cut("everything");
    else for (const proxy of this.#proxies) proxy.hold();
  }

  /** Drops what comes in: the node can be heard, and hears nothing. On loopback as `cutEverything`. */
  cutAnswers(): void {
    if (this.#space) this.#space.cut("answers");
    else this.cutEverything();
  }

  mend(): void {
    this.#space?.mend();
    for (const proxy of this.#proxies) proxy.restore();
  }

  get #proxies(): Proxy[] {
    return [this.database, this.redis, this.files].filter((proxy) => proxy !== undefined);
  }

  #cut(proxy: Proxy): void {
    if (this.#space) this.#space.cut({ port: Number(new URL(proxy.through("tcp://host")).port) });
    else proxy.hold();
  }

  /** The last lines of its log. */
  complaints(): string {
    return readFileSync(join(this.#folder, "log"), "utf8").split("\n").slice(-12).join("\n");
  }

  async remove(): Promise<void> {
    this.resume();
    this.mend();
    await this.stop();
    this.#cancelCleanUp();
    await Promise.all(this.#proxies.map((proxy) => proxy.close()));
    this.#space?.remove();
  }

  readonly #endNow = () => void this.#process?.kill("SIGKILL");

  #spawn(): void {
    const { environment, preload, database, redis, files, key_file } = this.#options;
    const main = preload.length > 0 ? SOURCES : PROGRAM;
    const [program = "", ...args] = [...(this.#space?.enter ?? []), process.execPath, main, "serve"];
    const log = openSync(join(this.#folder, "log"), "a");
    this.#process = spawn(program, args, {
      stdio: ["ignore", log, log],
      cwd: this.#folder,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        NODE_OPTIONS: [CLOCK, ...preload].map((module) => `--import=${module}`).join(" "),
        CLOCK_SHIFT_FILE: this.#clockFile,
        HELIOGRAM_HOST: this.#space?.address ?? "127.0.0.1",
        HELIOGRAM_PORT: String(this.#port),
        HELIOGRAM_DATA_DIR: this.#folder,
        HELIOGRAM_SECRET_KEY_FILE: key_file,
        HELIOGRAM_DATABASE: `${this.database.through(database)}?options=${encodeURIComponent(this.#said)}`,
        HELIOGRAM_RATE_LIMITS: "off",
        HELIOGRAM_DRAIN_SECONDS: "0",
        ...(redis === undefined ? {} : { HELIOGRAM_REDIS_URL: this.redis!.through(redis) }),
        ...(files === undefined ? {} : settingsOf(files, this.files!)),
        ...environment,
      },
    });
    closeSync(log);
    // A node that nobody waits for may be killed.
    void ended(this.#process);
  }
}

function settingsOf({ bucket, region, endpoint, access_key, secret_key }: S3Options, proxy: Proxy) {
  const { origin } = new URL(proxy.through(endpoint));
  return {
    HELIOGRAM_FILES_URL: `s3://${bucket}?endpoint=${origin}&region=${region}`,
    HELIOGRAM_FILES_ACCESS_KEY: access_key,
    HELIOGRAM_FILES_SECRET_KEY: secret_key,
  };
}
