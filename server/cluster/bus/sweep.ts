/**
 * The sweep: compares the last sequence numbers of the watched streams with the store, so that a lost message of the bus delays nothing
 * by more than a second.
 */
import type { CancelTimer, Clock } from "../../ports/clock.ts";
import type { Db } from "../../store/db.ts";
import { lastSeqs } from "../../store/queries/streams/streams.ts";

/** Milliseconds between two sweeps: with the time of a query, less than a second. */
const SWEEP_MS = 750;
/** Streams that one query looks up, in about two milliseconds; and those of one sweep. */
const STREAMS_PER_QUERY = 2000;

/** The streams that this node watches. */
export interface WatchedStreams {
  readonly size: number;
  /** The next watched streams in rotation, at most `limit` and each at most once. */
  nextWatched(limit: number): readonly number[];
  /** Wakes the watchers of a stream that have not read up to its last sequence number. @returns whether there were any */
  catchUp(stream: number, last_seq: number): boolean;
}

export interface SweepDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, "after">;
  readonly streams: WatchedStreams;
  /** Followed in every sweep. */
  readonly always: number;
  /** Whether no other node writes to the store. */
  readonly isAlone: () => boolean;
  readonly onError: (error: unknown) => void;
}

export class StreamSweep {
  readonly #deps: SweepDeps;
  #cancel: CancelTimer = () => {};
  #isRunning = false;
  /** Every watched stream must be compared, in a sweep that begins from now on. */
  #mustSweepAll = false;
  #finds = 0;
  #isStopped = false;

  constructor(deps: SweepDeps) {
    this.#deps = deps;
  }

  /** How many streams had events that no message of the bus had announced. */
  get finds(): number {
    return this.#finds;
  }

  start(): void {
    this.#cancel = this.#deps.clock.after(SWEEP_MS, () => {
      this.start();
      if (!this.#deps.isAlone()) this.#begin();
    });
  }

  /** Compares every watched stream now: messages may have been lost. */
  sweepAll(): void {
    this.#mustSweepAll = true;
    this.#begin();
  }

  /** Begins no further sweep. A query that is under way may still fail, because the store is closed. */
  stop(): void {
    this.#isStopped = true;
    this.#cancel();
  }

  #begin(): void {
    if (this.#isStopped || this.#isRunning) return;
    this.#isRunning = true;
    void this.#sweep()
      .catch((error: unknown) => {
        this.#mustSweepAll = true;
        if (!this.#isStopped) this.#deps.onError(error);
      })
      .finally(() => (this.#isRunning = false));
  }

  async #sweep(): Promise<void> {
    do {
      const all = this.#mustSweepAll;
      this.#mustSweepAll = false;
      const { streams, always } = this.#deps;
      let left = all ? streams.size : Math.min(STREAMS_PER_QUERY, streams.size);
      await this.#compare([always]);
      while (left > 0 && !this.#isStopped) {
        const ids = streams.nextWatched(Math.min(STREAMS_PER_QUERY, left));
        if (ids.length === 0) break;
        left -= ids.length;
        await this.#compare(ids);
      }
    } while (this.#mustSweepAll && !this.#isStopped);
  }

  async #compare(ids: readonly number[]): Promise<void> {
    const { db, streams } = this.#deps;
    const last = await db.read((tx) => lastSeqs(tx, ids));
    for (const id of ids) {
      // The chat of a stream without a row was deleted, which its watchers find out when they read.
      if (streams.catchUp(id, last.get(id) ?? Number.MAX_SAFE_INTEGER)) this.#finds++;
    }
  }
}
