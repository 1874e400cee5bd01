/** What a node knows of the others: which are alive, judged by their heartbeats and by its own monotonic clock alone. */
import type { NodeBeat } from "../../store/db.ts";
import { HEARTBEAT_MS, NODE_TTL_MS } from "./times.ts";

/** Milliseconds between two readings after which nothing is concluded from them: heartbeats may have failed for all. */
const MAX_GAP_MS = 2.5 * HEARTBEAT_MS;

interface Seen {
  beat: number;
  /** When this heartbeat was read first, on the monotonic clock. */
  since_ms: number;
}

export class NodeView {
  readonly #own_id: string;
  readonly #seen = new Map<string, Seen>();
  #read_ms = Number.NEGATIVE_INFINITY;
  #live: readonly string[];
  #takers: readonly string[];
  #isLeaving = false;
  #dead: readonly NodeBeat[] = [];

  constructor(own_id: string) {
    this.#own_id = own_id;
    this.#live = [own_id];
    this.#takers = [own_id];
  }

  /** The ids of the live nodes in ascending order, this one included. */
  get live(): readonly string[] {
    return this.#live;
  }

  /** The ids of the live nodes that take leases, in ascending order; while all of them stop, of all live nodes. */
  get takers(): readonly string[] {
    return this.#takers;
  }

  /** This node stops. */
  leave(): void {
    this.#isLeaving = true;
    this.#setTakers(new Set([this.#own_id]));
  }

  /** Nodes whose last heartbeat is too old, with that heartbeat. */
  get dead(): readonly NodeBeat[] {
    return this.#dead;
  }

  /**
   * Takes what was read. A node is dead when its heartbeat has not changed for NODE_TTL_MS in which this node has read
   * all the time: after an outage of the database no node has written, and none is dead for it.
   * @param began_ms - when the reading began, @param ended_ms - when it ended, both on the monotonic clock
   * @returns whether the list of live nodes is another
   */
  take(nodes: readonly NodeBeat[], began_ms: number, ended_ms: number): boolean {
    const hasGap = began_ms - this.#read_ms > MAX_GAP_MS;
    this.#read_ms = ended_ms;
    const live = new Set([this.#own_id]);
    const dead: NodeBeat[] = [];
    for (const node of nodes) {
      const seen = this.#seen.get(node.id);
      if (!seen || seen.beat !== node.beat || hasGap) this.#seen.set(node.id, { beat: node.beat, since_ms: ended_ms });
      const isDead = seen !== undefined && began_ms - this.#seen.get(node.id)!.since_ms > NODE_TTL_MS;
      if (isDead && node.id !== this.#own_id) dead.push(node);
      else live.add(node.id);
    }
    const ids = new Set(nodes.map(({ id }) => id));
    for (const id of this.#seen.keys()) if (!ids.has(id)) this.#seen.delete(id);
    this.#dead = dead;
    const sorted = [...live].sort();
    const isChanged = sorted.join() !== this.#live.join();
    this.#live = sorted;
    this.#setTakers(new Set(nodes.filter(({ isLeaving }) => isLeaving).map(({ id }) => id)));
    return isChanged;
  }

  #setTakers(leaving: ReadonlySet<string>): void {
    const takers = this.#live.filter((id) => !leaving.has(id) && !(this.#isLeaving && id === this.#own_id));
    this.#takers = takers.length > 0 ? takers : this.#live;
  }
}
