/** Connections to the database: pools that know which connections broke, and when the instance lock was lost. */
import pg from "pg";
import { StoreUnavailable } from "../db.ts";
import type { PoolFigures } from "../store-meter.ts";
import { endsSession } from "./errors.ts";
import { endWithin, type InstanceLock } from "./instance-lock.ts";
import type { PostgresOptions } from "./options.ts";
import { runPipeline } from "./pipeline.ts";
import { ROLLBACK } from "./statements.ts";

/** The part of the instance lock that a store uses. */
export type InstanceLockHandle = Pick<InstanceLock, "whenHeld" | "close"> & Partial<Pick<InstanceLock, "beat">>;

/** The connection broke. Unless it is in doubt, nothing was changed and the transaction can be retried. */
export class ConnectionBroken extends StoreUnavailable {}

export class ConnectionPool {
  readonly #pool: pg.Pool;
  readonly #options: PostgresOptions;
  readonly #instanceLock: InstanceLockHandle;
  /** Connections that broke, with their errors. */
  readonly #broken = new WeakMap<pg.ClientBase, Error>();
  #waited_ms = 0;

  /** @param onBreak - called when a connection has broken */
  constructor(
    options: PostgresOptions,
    instanceLock: InstanceLockHandle,
    config: pg.ClientConfig,
    max: number,
    onBreak: () => void = () => {},
  ) {
    this.#options = options;
    this.#instanceLock = instanceLock;
    this.#pool = new pg.Pool({ ...config, max });
    // Without a listener, a connection that breaks during a transaction would end the process.
    this.#pool.on("connect", (client) =>
      client.on("error", (error) => {
        this.#broken.set(client, error);
        onBreak();
      }),
    );
    // The pool replaces an idle connection that breaks. If the fault persists, the next transaction gets it.
    this.#pool.on("error", onBreak);
  }

  /** @throws StoreUnavailable when there is no connection in time */
  async connect(): Promise<pg.PoolClient> {
    const asked_ms = performance.now();
    const holding = this.#instanceLock.whenHeld();
    if (holding) await holding;
    try {
      return await this.#pool.connect();
    } catch (cause) {
      throw new StoreUnavailable("no connection", { cause });
    } finally {
      this.#waited_ms += performance.now() - asked_ms;
    }
  }

  get figures(): PoolFigures {
    const { totalCount: open, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { open, idle, waiting, waited_ms: this.#waited_ms };
  }

  /** Why a connection cannot be used any more after an error; `undefined` if it can. */
  breakOf(client: pg.ClientBase, error: unknown): Error | undefined {
    return this.#broken.get(client) ?? (endsSession(error) ? (error as Error) : undefined);
  }

  /** Calls `then` when a connection that is in use breaks. @returns what ends that */
  onBreak(client: pg.ClientBase, then: (error: Error) => void): () => void {
    client.once("error", then);
    return () => void client.removeListener("error", then);
  }

  /** Rolls back what is open on a connection, and returns it to the pool. */
  async rollBack(client: pg.PoolClient): Promise<void> {
    let broken: Error | undefined;
    try {
      await runPipeline(client, [ROLLBACK]);
    } catch (error) {
      broken = error as Error;
    }
    client.release(broken);
  }

  async close(): Promise<void> {
    await endWithin(this.#options, this.#pool.end());
  }
}
