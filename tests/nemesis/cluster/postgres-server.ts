/** One PostgreSQL server of the fault suite: a folder of data, and the process on it, which may be killed and started again. */
import { spawn, execFileSync, type ChildProcess } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../../tools/free-port.ts";
import { ended } from "../../support/programs.ts";
import type { Binaries, RunAs } from "../../support/postgres-binaries.ts";

const READY_MS = 60_000;
const POLL_MS = 50;

/** What the suite needs: commits are durable, WAL is streamed, and its segments are small enough to fill a small disk. */
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  wal_level: "replica",
  max_wal_senders: 5,
  wal_keep_size: "128MB",
  hot_standby: "on",
  max_connections: 150,
  shared_buffers: "32MB",
  min_wal_size: "2MB",
  max_wal_size: "64MB",
  synchronous_commit: "on",
  wal_receiver_status_interval: 1,
  wal_retrieve_retry_interval: "200ms",
  log_min_messages: "warning",
};

export interface Place {
  readonly binaries: Binaries;
  readonly as: RunAs;
  /** An empty folder that the server's account owns. */
  readonly folder: string;
}

export class PostgresServer {
  readonly port: number;
  readonly #place: Place;
  #process: ChildProcess | undefined;

  private constructor(place: Place, port: number) {
    this.#place = place;
    this.port = port;
  }

  /** Creates the data of a new primary server. */
  static async create(place: Place): Promise<PostgresServer> {
    const server = new PostgresServer(place, await freePort());
    const flags = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", "--wal-segsize=1"];
    server.#run(place.binaries.initdb, ["-D", server.#data, ...flags]);
    return server;
  }

  /** Copies the data of a running server, of which the new one is the streaming replica. */
  static async copyOf(primary: PostgresServer, place: Place): Promise<PostgresServer> {
    const server = new PostgresServer(place, await freePort());
    const source = ["-h", "127.0.0.1", "-p", String(primary.port), "-U", "postgres"];
    const program = join(dirname(place.binaries.postgres), "pg_basebackup");
    const flags = ["-D", server.#data, "-R", "-X", "stream", "-c", "fast", "--no-sync"];
    const copying = spawn(program, [...source, ...flags], { ...server.#options, stdio: "ignore" });
    await ended(copying);
    if (copying.exitCode !== 0) throw new Error(`pg_basebackup ended with ${copying.exitCode}`);
    return server;
  }

  /** The address of the server's own database. */
  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`;
  }

  get folder(): string {
    return this.#place.folder;
  }

  get #data(): string {
    return join(this.#place.folder, "data");
  }

  get #log(): string {
    return join(this.#place.folder, "log");
  }

  get #options() {
    const { as, folder } = this.#place;
    return { ...as, env: { PATH: process.env.PATH ?? "", LC_ALL: "C", HOME: folder }, cwd: folder };
  }

  get isRunning(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Starts the process, and waits until it answers. @throws Error with the last lines of its log */
  async start(): Promise<void> {
    const settings = { ...SETTINGS, port: this.port, unix_socket_directories: this.#place.folder };
    const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const deadline_ms = Date.now() + READY_MS;
    for (;;) {
      if (!this.isRunning) {
        const log = openSync(this.#log, "a");
        this.#process = spawn(this.#place.binaries.postgres, ["-D", this.#data, ...flags], {
          ...this.#options,
          stdio: ["ignore", log, log],
        });
        closeSync(log);
      }
      try {
        await this.query("select 1");
        return;
      } catch (error) {
        if (Date.now() > deadline_ms)
          throw new Error(`PostgreSQL did not start: ${this.complaints()}`, { cause: error });
        await sleep(POLL_MS);
      }
    }
  }

  /** The last lines of its log. */
  complaints(): string {
    return readFileSync(this.#log, "utf8").split("\n").slice(-12).join("\n");
  }

  /** Ends the process at once, without a checkpoint, as a crash does. */
  async stopAtOnce(): Promise<void> {
    if (!this.isRunning) return;
    this.#process!.kill("SIGQUIT");
    await ended(this.#process!);
  }

  /** Ends the process at the latest with our own. */
  killNow(): void {
    if (this.isRunning) this.#process!.kill("SIGQUIT");
  }

  /** Runs statements on the server's own database. */
  query<R extends object>(...statements: readonly string[]): Promise<R[]> {
    return this.queryAt("postgres", ...statements);
  }

  /** Runs statements, each in a transaction of its own, on a connection of their own. @returns the rows of the last one */
  async queryAt<R extends object>(database: string, ...statements: readonly string[]): Promise<R[]> {
    const connectionString = this.url.replace(/[^/]*$/, database);
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5000, query_timeout: 30_000 });
    client.on("error", () => {});
    await client.connect();
    try {
      let rows: R[] = [];
      for (const sql of statements) rows = (await client.query(sql)).rows;
      return rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Sends a signal to the server's own process of this kind, such as `walreceiver`. @returns whether there is one */
  signal(kind: string, signal: NodeJS.Signals): boolean {
    const children = this.isRunning ? spawnedBy(this.#process!.pid!) : [];
    const found = children.filter(({ title }) => title.includes(kind));
    for (const { pid } of found) process.kill(pid, signal);
    return found.length > 0;
  }

  #run(program: string, args: readonly string[]): void {
    execFileSync(program, args, { ...this.#options, stdio: "pipe" });
  }
}

/** The processes that a process has started, with their titles. */
function spawnedBy(parent: number): { pid: number; title: string }[] {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").trim().split(" ");
  return children.map((pid) => ({ pid: Number(pid), title: readFileSync(`/proc/${pid}/cmdline`, "utf8") }));
}
