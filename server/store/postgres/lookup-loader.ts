/**
 * Reads of transactions that have locked and changed nothing yet. They need no database transaction, so those of many
 * transactions go to the server together.
 */
import { isBusy } from "./errors.ts";
import { ConnectionBroken, type ConnectionPool } from "./connection-pool.ts";
import { RequestQueue, type RoundRequests } from "./lookup-requests.ts";
import type { PostgresOptions } from "./options.ts";
import { runPipeline } from "./pipeline.ts";
import { StoreUnavailable } from "../db.ts";
import { RunDedicated } from "./run-again.ts";

/** Milliseconds after which requests no longer wait for a pipeline that is under way. */
const GATHER_MS = 5;
/** Pipelines that are under way at most. */
const MAX_PIPELINES = 3;

export class LookupLoader {
  readonly requests = new RequestQueue(() => this.#schedule());
  readonly #pool: ConnectionPool;
  readonly #after: PostgresOptions["after"];
  #underWay = 0;

  constructor(pool: ConnectionPool, after: PostgresOptions["after"]) {
    this.#pool = pool;
    this.#after = after;
  }

  #schedule(): void {
    // Calls that arrive in one turn of the event loop share a pipeline.
    if (this.#underWay === 0) setImmediate(() => this.#start());
    else this.#after(GATHER_MS, () => this.#start());
  }

  #start(): void {
    if (this.requests.isEmpty || this.#underWay >= MAX_PIPELINES) return;
    this.#underWay += 1;
    void this.#run(this.requests.take()).finally(() => {
      this.#underWay -= 1;
      this.#start();
    });
  }

  async #run(requests: RoundRequests): Promise<void> {
    try {
      const client = await this.#pool.connect();
      try {
        const results = await runPipeline(client, requests.statements);
        client.release();
        requests.settle(results);
      } catch (error) {
        const broken = this.#pool.breakOf(client, error);
        client.release(broken);
        if (broken) throw new ConnectionBroken("the connection broke", { cause: error });
        // One statement has failed, and not all transactions are to blame.
        if (requests.statements.length > 1) throw new RunDedicated(error);
        throw isBusy(error) ? new StoreUnavailable("the database is too busy", { cause: error }) : error;
      }
    } catch (error) {
      requests.fail(error);
    }
  }
}
