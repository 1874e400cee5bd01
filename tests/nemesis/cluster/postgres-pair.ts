/**
 * PostgreSQL as an operator runs it for several nodes: a primary server and a streaming replica that takes over. Commits
 * are answered when the replica has them too (`synchronous_standby_names`), so a failover loses none that was acknowledged.
 */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { atExit } from "../../../tools/at-exit.ts";
import { within, unprivileged, type Binaries, type RunAs } from "../../support/postgres-binaries.ts";
import { OwnDisk } from "../../support/own-disk.ts";
import { PostgresServer } from "./postgres-server.ts";

const STREAMS_MS = 60_000;
const POLL_MS = 50;

interface Seat {
  readonly server: PostgresServer;
  readonly disk: OwnDisk;
}

export class PostgresPair {
  readonly #root: string;
  readonly #as: RunAs;
  readonly #binaries: Binaries;
  readonly #moved: (() => void)[] = [];
  readonly #cancelCleanUp: () => void;
  #primary!: Seat;
  #replica: Seat | undefined;
  #disks = 0;
  #database = "postgres";

  private constructor(root: string, found: Binaries) {
    this.#root = root;
    this.#as = unprivileged();
    this.#binaries = within(found, this.#as, root);
    this.#cancelCleanUp = atExit(this.#endNow);
  }

  /** Starts both servers, or the primary one alone, in a folder that everybody may enter. */
  static async start(root: string, found: Binaries, withReplica = true): Promise<PostgresPair> {
    const pair = new PostgresPair(root, found);
    const disk = pair.#newDisk();
    pair.#primary = { server: await PostgresServer.create(pair.#place(disk)), disk };
    await pair.#primary.server.start();
    if (withReplica) await pair.#addReplica();
    return pair;
  }

  /** The address of the database at the server that is the primary one now. */
  get url(): string {
    return this.#primary.server.url.replace(/[^/]*$/, this.#database);
  }

  get canFillDisk(): boolean {
    return this.#primary.disk.canBeFilled;
  }

  /** Calls `listener` when another server has become the primary one. */
  onMoved(listener: () => void): void {
    this.#moved.push(listener);
  }

  /** Creates an empty database, which is the pair's from now on. */
  async createDatabase(): Promise<void> {
    this.#database = `t${randomUUID().replaceAll("-", "")}`;
    await this.#primary.server.query(`create database ${this.#database}`);
  }

  /** Runs statements on the primary server's own database. */
  query(...statements: readonly string[]): Promise<object[]> {
    return this.#primary.server.query(...statements);
  }

  /** Runs statements on the database of the nodes. */
  queryDatabase<R extends object>(...statements: readonly string[]): Promise<R[]> {
    return this.#primary.server.queryAt<R>(this.#database, ...statements);
  }

  stopAtOnce(): Promise<void> {
    return this.#primary.server.stopAtOnce();
  }

  async restart(): Promise<void> {
    await this.#primary.server.start();
    await this.#replica?.server.start();
    if (this.#replica) await this.#untilStreaming();
  }

  /** The primary server ends at once; the replica takes over. @returns what makes the other one anew, as its replica */
  async failOver(): Promise<() => Promise<void>> {
    const [old, next] = [this.#primary, this.#replica!];
    await old.server.stopAtOnce();
    await next.server.query("select pg_promote(true, 60)");
    this.#primary = next;
    this.#replica = undefined;
    for (const notify of this.#moved) notify();
    return async () => {
      old.disk.remove();
      await this.#addReplica();
    };
  }

  /** Every write to the WAL waits so long from now on; 0 ends it. PostgreSQL does the waiting (`commit_delay`). */
  async delayWrites(delay_ms: number): Promise<void> {
    await this.query(
      `alter system set commit_delay = ${delay_ms * 1000}`,
      "alter system set commit_siblings = 0",
      "select pg_reload_conf()",
    );
  }

  /** No commit becomes durable: the replica does not write what it is sent. @returns what lets it */
  holdCommits(): () => void {
    this.#replica!.server.signal("walreceiver", "SIGSTOP");
    return () => void this.#replica?.server.signal("walreceiver", "SIGCONT");
  }

  /** @returns what gives the space back, and starts the server if it has ended */
  fillDisk(): () => Promise<void> {
    const { disk } = this.#primary;
    disk.fill();
    return async () => {
      disk.clear();
      await this.restart();
    };
  }

  async stop(): Promise<void> {
    this.#cancelCleanUp();
    for (const seat of [this.#primary, this.#replica]) {
      await seat?.server.stopAtOnce();
      seat?.disk.remove();
    }
  }

  readonly #endNow = () => {
    for (const seat of [this.#primary, this.#replica]) {
      seat?.server.killNow();
      seat?.disk.remove();
    }
  };

  #newDisk(): OwnDisk {
    return new OwnDisk(join(this.#root, `disk${++this.#disks}`), this.#as);
  }

  #place({ folder }: OwnDisk) {
    return { binaries: this.#binaries, as: this.#as, folder };
  }

  async #addReplica(): Promise<void> {
    const disk = this.#newDisk();
    const server = await PostgresServer.copyOf(this.#primary.server, this.#place(disk));
    this.#replica = { server, disk };
    await server.start();
    await this.#untilStreaming();
    await this.query("alter system set synchronous_standby_names = '*'", "select pg_reload_conf()");
    await this.#untilStreaming("sync");
  }

  /** Resolves when the replica has all that the primary server had at the call. */
  async #untilStreaming(state = "%"): Promise<void> {
    const { server } = this.#primary;
    const [{ lsn } = { lsn: "" }] = await server.query<{ lsn: string }>(
      "select pg_current_wal_flush_lsn()::text as lsn",
    );
    const deadline_ms = Date.now() + STREAMS_MS;
    const caughtUp = `select 1 as one from pg_stat_replication
      where state = 'streaming' and sync_state like '${state}' and replay_lsn >= '${lsn}'`;
    while ((await server.query(caughtUp)).length === 0) {
      if (Date.now() > deadline_ms)
        throw new Error(`the replica does not follow: ${this.#replica?.server.complaints()}`);
      await sleep(POLL_MS);
    }
  }
}
