/** Redis as the service uses it: a faster way between the nodes, and limits that they count together. */
import { createHmac } from "node:crypto";
import type { Clock } from "../../ports/clock.ts";
import type { BusTransport, Peers } from "../bus/bus.ts";
import type { RedisAddress } from "./address.ts";
import { RedisConnection } from "./connection.ts";
import { FailoverTransport } from "./failover-transport.ts";
import { RedisLimits } from "./redis-limits.ts";
import { RedisTransport } from "./redis-transport.ts";

export interface RedisDeps {
  readonly address: RedisAddress;
  /** Certificates of the authorities, in PEM; `undefined` for those of Node.js. */
  readonly ca: string | undefined;
  /** A secret that the nodes of this service share, and other services do not have. */
  readonly key: Buffer;
  readonly peers: Pick<Peers, "node_id" | "liveNodes">;
  /** Carries texts between the nodes while Redis does not. */
  readonly database: BusTransport;
  readonly machine: Pick<Clock, "after">;
  readonly yieldToEventLoop: () => Promise<void>;
  readonly log: {
    readonly warn: (facts: object, sentence: string) => void;
    readonly info: (facts: object, sentence: string) => void;
  };
  /** Given by tests alone (`RedisLimitsDeps`). */
  readonly limits?: { readonly wait_ms?: number; readonly now_ms?: () => number } | undefined;
}

/** Hexadecimal digits that distinguish the keys of this service from those of others. */
const PREFIX_LENGTH = 16;
/** Milliseconds after the start in which nothing is said about a Redis that does not answer yet. */
const START_MS = 3000;

const DOWN = "Redis does not answer: the nodes notify each other by the database, and limit rates by their shares";

export class RedisService {
  /** Closing it closes all connections to Redis. */
  readonly transport: BusTransport;
  readonly limits: RedisLimits;
  readonly #connection: RedisConnection;
  readonly #redis: RedisTransport;
  readonly #deps: RedisDeps;
  readonly #cancelStart: () => void;
  #isWarned = false;

  /** Nothing waits for Redis. */
  constructor(deps: RedisDeps) {
    this.#deps = deps;
    const { address, ca, key, peers, machine, yieldToEventLoop } = deps;
    const id = createHmac("sha256", key).update("prefix").digest("hex").slice(0, PREFIX_LENGTH);
    const prefix = `heliogram:${id}:`;
    this.#connection = new RedisConnection({ address, ca, channel: `${prefix}bus` });
    const changed = (isUp: boolean) => this.#changed(isUp);
    this.#redis = new RedisTransport({ connection: this.#connection, peers, machine, changed });
    this.transport = new FailoverTransport(this.#redis, deps.database, () => this.#close());
    const common = { connection: this.#connection, machine, yieldToEventLoop };
    this.limits = new RedisLimits({ ...common, prefix, key, ...deps.limits });
    this.#cancelStart = machine.after(START_MS, () => this.#warnIfDown());
  }

  /** Whether what this node sends through Redis comes back to it. */
  get isUp(): boolean {
    return this.#redis.isUp;
  }

  /** The transport was closed: nothing needs the connections any more. */
  #close(): void {
    this.#cancelStart();
    this.limits.close();
    this.#connection.close();
  }

  #changed(isUp: boolean): void {
    if (!isUp) {
      this.limits.suspend();
      this.#warnIfDown();
      return;
    }
    if (this.#isWarned) this.#deps.log.info({}, "Redis answers again");
    this.#isWarned = false;
  }

  /** One line for each outage. */
  #warnIfDown(): void {
    if (this.#redis.isUp || this.#isWarned) return;
    this.#isWarned = true;
    this.#deps.log.warn({ reason: this.#connection.lastError }, DOWN);
  }
}
