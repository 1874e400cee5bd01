/** Webhooks: one pusher for every bot that has one. */
import type { Db } from "../store/db.ts";
import { findOpenWebhook, listOpenWebhooks, type Webhook } from "../store/webhooks.ts";
import type { Hub } from "./hub.ts";
import { Looking } from "./looking.ts";
import { Pusher, type PusherDeps } from "./pusher.ts";

interface Running {
  readonly hook: Webhook;
  readonly pusher: Pusher;
  unwatch: () => void;
}

export class Webhooks {
  readonly #db: Db;
  readonly #hub: Hub;
  readonly #deps: PusherDeps;
  readonly #running = new Map<number, Running>();
  /** By bot whose webhook has changed: what makes sure that the change is seen, and changes are followed in order. */
  readonly #changes = new Map<number, Looking>();
  readonly #ending = new Set<Promise<void>>();
  #closed = false;

  constructor(hub: Hub, deps: PusherDeps) {
    this.#db = deps.db;
    this.#hub = hub;
    this.#deps = deps;
  }

  /** Starts pushing for every bot that had a webhook when the service stopped. */
  async start(): Promise<void> {
    for (const hook of await this.#db.read(listOpenWebhooks)) this.#run(hook);
  }

  /**
   * Follows a change of one bot or its webhook. What was under way for an old one ends; for one that was only set again,
   * as bots do whenever they start, it goes on, or it would come twice.
   */
  changed(bot_id: number): void {
    if (this.#closed) return;
    this.#running.get(bot_id)?.pusher.pause();
    let change = this.#changes.get(bot_id);
    if (!change) this.#changes.set(bot_id, (change = new Looking(this.#deps, () => this.#follow(bot_id))));
    change.wake();
  }

  async #follow(bot_id: number): Promise<void> {
    const hook = await this.#db.read((tx) => findOpenWebhook(tx, bot_id));
    const running = this.#running.get(bot_id);
    if (hook && running && isSame(hook, running.hook)) running.pusher.hurry();
    else if (hook) this.#run(hook);
    else this.#end(bot_id);
  }

  /** Begins no further delivery. Resolves when all that are under way have ended. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const change of this.#changes.values()) change.stop();
    for (const bot_id of [...this.#running.keys()]) this.#end(bot_id);
    await Promise.all(this.#ending);
  }

  #run(hook: Webhook): void {
    if (this.#closed) return;
    const written = this.#end(hook.bot_id);
    const running: Running = { hook, pusher: new Pusher(this.#deps, hook), unwatch: () => {} };
    this.#running.set(hook.bot_id, running);
    const begin = () => {
      if (this.#running.get(hook.bot_id) !== running) return;
      running.unwatch = this.#hub.watch(hook.bot_id, () => running.pusher.wake());
      running.pusher.wake();
    };
    // What the one before has delivered must not come again.
    if (written) void written.then(begin);
    else begin();
  }

  /** @returns what resolves when the store has forgotten all that was delivered so far */
  #end(bot_id: number): Promise<void> | undefined {
    const running = this.#running.get(bot_id);
    if (!running) return undefined;
    this.#running.delete(bot_id);
    running.unwatch();
    const ending = running.pusher.stop();
    this.#ending.add(ending);
    void ending.then(() => this.#ending.delete(ending));
    return running.pusher.written();
  }
}

const WAY = ["url", "ip_address", "certificate", "secret", "max_connections"] as const;

/** Whether both are reached and signed for in the same way. */
function isSame(one: Webhook, other: Webhook): boolean {
  return WAY.every((key) => one[key] === other[key]);
}
