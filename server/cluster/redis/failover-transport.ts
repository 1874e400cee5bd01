/** Carries texts between nodes through Redis where that works, and through the database where it does not. */
import type { BusTransport, TransportHandlers } from "../bus/bus.ts";
import type { RedisTransport } from "./redis-transport.ts";

/**
 * Every node receives from both, so each may choose for itself. A text that Redis did not take in time goes through the
 * database; while Redis does not work for another node, texts go both ways. A text may come twice: streams are read again,
 * a poll has the same number as before, and a chat action is shown for a moment longer.
 */
export class FailoverTransport implements BusTransport {
  readonly max_bytes: number;
  readonly #redis: RedisTransport;
  readonly #database: BusTransport;
  readonly #closed: () => void;

  /** @param closed - called when the transport was closed */
  constructor(redis: RedisTransport, database: BusTransport, closed: () => void) {
    this.#redis = redis;
    this.#database = database;
    this.#closed = closed;
    this.max_bytes = database.max_bytes;
  }

  start(handlers: TransportHandlers): void {
    this.#database.start(handlers);
    this.#redis.start(handlers);
  }

  async send(text: string): Promise<void> {
    if (!this.#redis.isUp) return this.#database.send(text);
    if (!this.#redis.reachesAll) {
      await Promise.any([this.#redis.send(text), this.#database.send(text)]);
      return;
    }
    try {
      await this.#redis.send(text);
    } catch {
      await this.#database.send(text);
    }
  }

  /** The connection to Redis is watched by its own pings. */
  restart(): void {
    this.#database.restart();
  }

  async close(): Promise<void> {
    this.#redis.close();
    this.#closed();
    await this.#database.close();
  }
}
