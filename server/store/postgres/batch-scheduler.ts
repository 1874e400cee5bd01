/** Decides which transactions share a batch, and how many batches run at a time. */
import type { Key } from "../db.ts";
import type { Lookup } from "../lookup.ts";
import { Batch, type BatchOptions, type LockRequest } from "./batch.ts";
import type { LockedRow } from "./locked-row.ts";
import { nameOf } from "./lookup-requests.ts";
import type { PostgresOptions } from "./options.ts";
import { RunDedicated } from "./run-again.ts";
import type { BatchedTransaction } from "./batched-transaction.ts";
import type { ConnectionPool } from "./connection-pool.ts";

/** Transactions in one batch at most: beyond it, the first one waits for the last without gain. */
const BATCH_TRANSACTIONS = 128;
/** Transactions that are worth another batch, however many run: each batch costs some statements. */
const FULL_BATCH = 64;
/** Transactions that wait, as a share of those in running batches, are worth another batch. */
const GATHERING_SHARE = 1 / 2;
/** Milliseconds after which transactions no longer wait for others to share a batch with them. */
const GATHER_MS = 5;

export interface SchedulerOptions extends Pick<BatchOptions, "columnTypes" | "now_s" | "cache" | "committed"> {
  /** For batches. They never wait for locks, except those of streams. */
  readonly pool: ConnectionPool;
  /** For batches that wait for a row. */
  readonly waitingPool: ConnectionPool;
  /** Batches that run at a time, besides those that wait for a row. */
  readonly batches: number;
  readonly after: PostgresOptions["after"];
  /** Called when a batch has ended, with the error if it failed. */
  readonly onEnd: (batch: Batch, error: Error | undefined) => void;
}

/** A transaction that has returned, and waits for a batch. */
interface Returned {
  readonly tx: BatchedTransaction;
  readonly join: (batch: Batch) => void;
}

export class BatchScheduler {
  readonly #options: SchedulerOptions;
  #waiting: LockRequest[] = [];
  /** Transactions that have returned without a lock, and have changed something. */
  #returned: Returned[] = [];
  /** The rows that running batches have locked. */
  readonly #held = new Set<string>();
  readonly #lookupIds = new Map<Lookup<unknown>, number>();
  #running = 0;
  /** The transactions of the running batches. */
  #inBatches = 0;
  #isScheduled = false;
  #isOverdue = false;
  #cancelOverdue: (() => void) | undefined;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /** Locks a chat's row in some batch, which the transaction joins. @returns `undefined` if there is no such row */
  lock(tx: BatchedTransaction, lookup: Lookup<unknown>, keys: readonly Key[]): Promise<LockedRow | undefined> {
    return new Promise((grant) => {
      this.#waiting.push({ tx, lookup, keys, name: this.#nameOf(lookup, keys), grant });
      this.#schedule();
    });
  }

  /** Adds a transaction that has returned to some batch. */
  finish(tx: BatchedTransaction): Promise<Batch> {
    return new Promise((join) => {
      this.#returned.push({ tx, join });
      this.#schedule();
    });
  }

  #nameOf(lookup: Lookup<unknown>, keys: readonly Key[]): string {
    let id = this.#lookupIds.get(lookup);
    if (id === undefined) this.#lookupIds.set(lookup, (id = this.#lookupIds.size));
    return `${id} ${nameOf(keys)}`;
  }

  /** Transactions that arrive in one turn of the event loop share a batch. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      while (this.#start());
    });
  }

  /** Starts a batch, if there are transactions for one. */
  #start(): boolean {
    if (this.#running >= this.#options.batches) return false;
    const free = this.#waiting.filter(({ name }) => !this.#held.has(name)).slice(0, BATCH_TRANSACTIONS);
    const ready = free.length + this.#returned.length;
    if (ready === 0) return false;
    // While batches commit, others gather: two run, and a third gathers. More would be smaller, and cost more each.
    if (ready < Math.min(FULL_BATCH, this.#inBatches * GATHERING_SHARE) && !this.#isOverdue) {
      this.#cancelOverdue ??= this.#options.after(GATHER_MS, () => {
        this.#cancelOverdue = undefined;
        this.#isOverdue = true;
        this.#schedule();
      });
      return false;
    }
    this.#isOverdue = false;
    this.#cancelOverdue?.();
    this.#cancelOverdue = undefined;
    const chosen = new Set(free);
    this.#waiting = this.#waiting.filter((request) => !chosen.has(request));
    const returned = this.#returned.splice(0);
    const uncached = new Set(free.filter((request) => !this.#isCached(request)).map(({ name }) => name));
    const cached = free.filter(({ name }) => !uncached.has(name));
    const others = free.filter(({ name }) => uncached.has(name));
    // Those whose rows are not cached take more pipelines, and the others do not wait for them.
    if (others.length > 0) void this.#run(others, cached.length > 0 ? [] : returned, false);
    if (cached.length > 0 || others.length === 0) void this.#run(cached, returned, cached.length > 0);
    return true;
  }

  /** Whether the row and what is wanted first are cached. */
  #isCached({ tx, lookup, keys }: LockRequest): boolean {
    const { cache } = this.#options;
    if (!tx.usesCache || !cache.get(lookup, nameOf(keys))) return false;
    return tx.wanted.every((wanted) => cache.get(wanted.lookup, nameOf(wanted.keys)) !== undefined);
  }

  async #run(requests: readonly LockRequest[], returned: readonly Returned[], areCached: boolean): Promise<void> {
    const names = new Set(requests.map(({ name }) => name));
    for (const name of names) this.#held.add(name);
    const count = requests.length + returned.length;
    this.#running += 1;
    this.#inBatches += count;
    const batch = new Batch({
      ...this.#options,
      waitsForLocks: false,
      onLockedElsewhere: (elsewhere) => {
        for (const { name } of elsewhere) names.delete(name);
        this.#waitForRows(elsewhere);
      },
    });
    for (const { join } of returned) join(batch);
    const error = await batch.run(
      requests,
      returned.map(({ tx }) => tx),
      areCached,
    );
    this.#running -= 1;
    this.#inBatches -= count;
    for (const name of names) this.#held.delete(name);
    this.#schedule();
    this.#options.onEnd(batch, error);
  }

  /** Rows that another database transaction has locked: one batch waits for each of them. */
  #waitForRows(requests: readonly LockRequest[]): void {
    for (const [name, same] of Map.groupBy(requests, (request) => request.name)) void this.#waitForRow(name, same);
  }

  async #waitForRow(name: string, requests: readonly LockRequest[]): Promise<void> {
    const batch = new Batch({
      ...this.#options,
      pool: this.#options.waitingPool,
      waitsForLocks: true,
      // The row was not there when it was to be locked, and is there now.
      onLockedElsewhere: (elsewhere) => elsewhere.forEach(({ tx }) => tx.abandon(new RunDedicated())),
    });
    const error = await batch.run(requests, [], false);
    this.#held.delete(name);
    this.#schedule();
    this.#options.onEnd(batch, error);
  }
}
