/** The connection to Redis, which is opened anew as a whole when it does not work. */
import type { RedisAddress } from "./address.ts";
import { openClients, type RedisClients, type RedisCommands } from "./clients.ts";

export interface RedisConnectionOptions {
  readonly address: RedisAddress;
  /** Certificates of the authorities, in PEM; `undefined` for those of Node.js. */
  readonly ca: string | undefined;
  /** The channel of this service. */
  readonly channel: string;
}

export class RedisConnection {
  readonly #options: RedisConnectionOptions;
  readonly #listeners: ((text: string) => void)[] = [];
  #clients: RedisClients | undefined;
  #lastError = "no answer";

  constructor(options: RedisConnectionOptions) {
    this.#options = options;
  }

  /** @throws Error while the connection is closed */
  get commands(): RedisCommands {
    if (!this.#clients) throw new Error("the connection to Redis is closed");
    return this.#clients.commands;
  }

  /** What Redis or the network said last. It has no credentials. */
  get lastError(): string {
    return this.#lastError;
  }

  /** Sends a text through the channel. Resolves when Redis has it. */
  async publish(text: string): Promise<void> {
    await this.commands.publish(this.#options.channel, text);
  }

  /** Calls `listener` with every text of the channel. */
  listen(listener: (text: string) => void): void {
    this.#listeners.push(listener);
  }

  /** Closes what is open, and connects. What waits for an answer gets none. */
  open(): void {
    this.close();
    const { address, ca, channel } = this.#options;
    const clients: RedisClients = openClients(address, ca, channel, {
      message: (text) => {
        if (this.#clients === clients) for (const listener of this.#listeners) listener(text);
      },
      // Only the message: the error may have the command with the password.
      failed: (error) => (this.#lastError = error.message),
    });
    this.#clients = clients;
  }

  close(): void {
    this.#clients?.close();
    this.#clients = undefined;
  }
}
