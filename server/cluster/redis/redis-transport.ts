/**
 * Carries texts between nodes through Redis, and knows whether that works: each node sends a ping through the whole way
 * several times a second, and expects it back.
 */
import type { CancelTimer, Clock } from "../../ports/clock.ts";
import type { Peers, TransportHandlers } from "../bus/bus.ts";
import type { RedisConnection } from "./connection.ts";

/** The interval of pings. All counts below are in this interval, so a node that is busy for long does not blame Redis. */
const PING_MS = 200;
/** Pings that may be on their way. A ping that is older is lost, or too late to be of use. */
const MAX_PINGS_UNDER_WAY = 2;
/** Pings in a row that must come back in time before Redis is used again. */
const GOOD_PINGS = 3;
/** Intervals after which the ping of another node is missed. */
const PEER_INTERVALS = 4;
/** Intervals without an own ping after which everything is opened anew: three seconds. */
const REOPEN_INTERVALS = 15;
/** Intervals after which another node is forgotten. */
const FORGOTTEN_INTERVALS = 100;
/** Milliseconds that Redis has to take a text. */
const SEND_MS = 250;

export interface RedisTransportDeps {
  readonly connection: RedisConnection;
  readonly peers: Pick<Peers, "node_id" | "liveNodes">;
  /** The clock of the machine: these times are those of the network. */
  readonly machine: Pick<Clock, "after">;
  /** Redis has begun or ceased to work. */
  readonly changed: (isUp: boolean) => void;
}

export class RedisTransport {
  readonly #deps: RedisTransportDeps;
  /** The other nodes: when their last ping came, and whether they get their own. */
  readonly #others = new Map<string, { interval: number; isUp: boolean }>();
  #handlers: TransportHandlers | undefined;
  #cancel: CancelTimer = () => {};
  /** The number of intervals, and of the last ping. */
  #interval = 0;
  /** The number of the last ping that came back. */
  #returned = 0;
  #goodPings = 0;
  /** Intervals since Redis last worked, or since the connection was opened. */
  #badIntervals = 0;
  #isUp = false;
  #isClosed = false;

  constructor(deps: RedisTransportDeps) {
    this.#deps = deps;
  }

  /** Whether what this node sends comes back to it. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** Whether Redis works for all nodes, as far as is known. */
  get reachesAll(): boolean {
    if (!this.#isUp) return false;
    let reached = 1;
    for (const { interval, isUp } of this.#others.values())
      if (isUp && this.#interval - interval <= PEER_INTERVALS) reached++;
    return reached >= this.#deps.peers.liveNodes();
  }

  start(handlers: TransportHandlers): void {
    this.#handlers = handlers;
    this.#deps.connection.listen((text) => this.#received(text));
    this.#deps.connection.open();
    this.#ping();
  }

  /** Resolves when Redis has the text. @throws Error when it has not taken it in time */
  send(text: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const cancel = this.#deps.machine.after(SEND_MS, () => reject(new Error("Redis does not answer")));
    this.#publish(text).then(resolve, reject);
    return promise.finally(cancel);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel();
  }

  async #publish(text: string): Promise<void> {
    await this.#deps.connection.publish(text);
  }

  #ping(): void {
    this.#cancel = this.#deps.machine.after(PING_MS, () => this.#ping());
    this.#judge();
    this.#interval++;
    // A ping that cannot be sent does not come back, which says it all.
    this.#publish(`ping ${this.#deps.peers.node_id} ${this.#interval} ${this.#isUp ? 1 : 0}`).catch(() => {});
  }

  /** Decides whether Redis works, by the pings that have come back. */
  #judge(): void {
    const isGood = this.#returned > 0 && this.#interval - this.#returned < MAX_PINGS_UNDER_WAY;
    this.#goodPings = isGood ? this.#goodPings + 1 : 0;
    if (this.#isUp !== isGood && (!isGood || this.#goodPings >= GOOD_PINGS)) this.#change(isGood);
    this.#badIntervals = isGood ? 0 : this.#badIntervals + 1;
    if (this.#badIntervals >= REOPEN_INTERVALS) {
      this.#badIntervals = 0;
      this.#deps.connection.open();
    }
    for (const [node, { interval }] of this.#others)
      if (this.#interval - interval > FORGOTTEN_INTERVALS) this.#others.delete(node);
  }

  #change(isUp: boolean): void {
    this.#isUp = isUp;
    this.#deps.changed(isUp);
    // What others sent through Redis meanwhile, before they noticed, is lost.
    this.#handlers?.interrupted();
  }

  #received(text: string): void {
    if (this.#isClosed) return;
    if (text.startsWith("{")) {
      this.#handlers?.received(text);
      return;
    }
    const [kind, node = "", number, isUp] = text.split(" ");
    if (kind !== "ping") return;
    if (node === this.#deps.peers.node_id) this.#returned = Math.max(this.#returned, Number(number));
    else this.#others.set(node, { interval: this.#interval, isUp: isUp === "1" });
  }
}
