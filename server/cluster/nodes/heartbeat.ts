/** The heartbeat of this node: written once a second, and with it the other nodes are seen. */
import type { CancelTimer, Clock } from "../../ports/clock.ts";
import type { Db, Heartbeats } from "../../store/db.ts";
import { joinNode, leaveNode, type NodeStart } from "../../store/queries/cluster/nodes.ts";
import { HEARTBEAT_MS, LEASE_MS } from "./times.ts";

export interface HeartbeatDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

interface OnBeat {
  /** A heartbeat was written. `began_ms` and `ended_ms`: when, on the monotonic clock. */
  written(nodes: Heartbeats["nodes"], began_ms: number, ended_ms: number): void;
  /** Other nodes have judged this one dead, and have its leases or may take them. */
  removed(): void;
}

export class Heartbeat {
  readonly #deps: HeartbeatDeps;
  readonly #node: NodeStart;
  readonly #beat: NonNullable<Db["beat"]>;
  readonly #on: OnBeat;
  /** When the last successful heartbeat began. */
  #last_ms = Number.NEGATIVE_INFINITY;
  #running: Promise<void> = Promise.resolve();
  #cancel: CancelTimer = () => {};
  #isRunning = false;
  /** Whether a heartbeat is wanted that begins after the one under way. */
  #mustRepeat = false;
  #isStopped = false;
  /** Those who wait for a recent heartbeat. */
  #waiting: (() => void)[] = [];

  constructor(deps: HeartbeatDeps, node: NodeStart, beat: NonNullable<Db["beat"]>, on: OnBeat) {
    this.#deps = deps;
    this.#node = node;
    this.#beat = beat;
    this.#on = on;
  }

  /** Resolves when the node is seen by the others. @throws StoreUnavailable */
  async start(): Promise<void> {
    await this.#deps.db.write((tx) => joinNode(tx, this.#node));
    await this.#write().catch(async (error: unknown) => {
      await this.stop().catch(this.#deps.onError);
      throw error;
    });
    this.#schedule(HEARTBEAT_MS);
  }

  /** Whether the last heartbeat is recent enough for this node's leases to be valid. */
  isRecent(): boolean {
    return this.#deps.clock.elapsed() - this.#last_ms <= LEASE_MS;
  }

  /** Resolves when there is a recent heartbeat. */
  whenRecent(): Promise<void> {
    if (this.isRecent()) return Promise.resolve();
    return new Promise((done) => this.#waiting.push(done));
  }

  /** As `isRecent`, after the heartbeat that is under way. */
  async isRecentNow(): Promise<boolean> {
    await this.#running;
    return this.isRecent();
  }

  /** Writes a heartbeat now, or one more after the one that is under way: something has changed about the nodes. */
  beatNow(): void {
    this.#mustRepeat = true;
    if (this.#isRunning || this.#isStopped) return;
    this.#cancel();
    this.#running = this.#run();
  }

  /** Writes no further heartbeat, and removes the node's row. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    await this.#running;
    await this.#deps.db.write((tx) => leaveNode(tx, this.#node.id));
  }

  #schedule(delay_ms: number): void {
    if (!this.#isStopped) this.#cancel = this.#deps.clock.after(delay_ms, () => void (this.#running = this.#run()));
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    const pause_ms = await this.#writeWhileDue();
    this.#isRunning = false;
    this.#schedule(pause_ms);
  }

  /** Writes heartbeats until one is so recent that the next is not due. @returns the time until the next is */
  async #writeWhileDue(): Promise<number> {
    const { clock, onError } = this.#deps;
    while (!this.#isStopped) {
      const began_ms = clock.elapsed();
      this.#mustRepeat = false;
      try {
        await this.#write();
      } catch (error) {
        onError(error);
        return HEARTBEAT_MS;
      }
      const next_ms = began_ms + HEARTBEAT_MS - clock.elapsed();
      if (next_ms > 0 && !this.#mustRepeat) return next_ms;
    }
    return HEARTBEAT_MS;
  }

  async #write(): Promise<void> {
    const { clock, db } = this.#deps;
    let began_ms = clock.elapsed();
    let beats = await this.#beat(this.#node.id);
    if (!beats.isMember) {
      this.#on.removed();
      await db.write((tx) => joinNode(tx, this.#node));
      began_ms = clock.elapsed();
      beats = await this.#beat(this.#node.id);
      if (!beats.isMember) return;
    }
    this.#last_ms = began_ms;
    this.#on.written(beats.nodes, began_ms, clock.elapsed());
    if (!this.isRecent()) return;
    for (const done of this.#waiting.splice(0)) done();
  }
}
