/** Webhooks: one dispatcher for every bot that has a webhook, on the node that has the lease of it. */
import type { Leases } from "../../cluster/cluster.ts";
import { fenced, type Lease } from "../../store/lease.ts";
import { findOpenWebhook, listOpenWebhooks, type OpenWebhook } from "../../store/queries/bots/webhooks.ts";
import type { StreamNotifier } from "../stream-notifier.ts";
import { CoalescedTask } from "../coalesced-task.ts";
import { WebhookDispatcher, type DispatcherDeps } from "./dispatcher.ts";

interface Running {
  readonly hook: OpenWebhook;
  readonly dispatcher: WebhookDispatcher;
  unwatch: () => void;
}

/** A bot with a webhook, whose lease this node has or waits for. */
interface Place {
  lease: Lease | undefined;
  release: () => Promise<void>;
  running: Running | undefined;
  /** Dispatchers that have been stopped, until their last delivery has ended. */
  readonly ending: Set<Promise<void>>;
}

export class Webhooks {
  readonly #notifier: StreamNotifier;
  readonly #leases: Leases;
  readonly #deps: DispatcherDeps;
  readonly #places = new Map<number, Place>();
  /** By bot: the task that applies changes of its webhook, so that changes are applied in order and retried. */
  readonly #changes = new Map<number, CoalescedTask>();
  readonly #releasing = new Set<Promise<void>>();
  #closed = false;

  constructor(notifier: StreamNotifier, leases: Leases, deps: DispatcherDeps) {
    this.#notifier = notifier;
    this.#leases = leases;
    this.#deps = deps;
  }

  /** Claims the lease of every webhook. */
  async start(): Promise<void> {
    const open = await this.#deps.db.read(listOpenWebhooks);
    // What has changed during the read was applied by `changed`.
    for (const { bot_id } of open) if (!this.#places.has(bot_id)) this.#claim(bot_id);
  }

  /**
   * Applies a change of a bot or its webhook. Deliveries to a former webhook end. Bots set the same webhook again
   * whenever they start: in that case deliveries in flight go on, as they would otherwise be sent twice.
   */
  changed(bot_id: number): void {
    if (this.#closed) return;
    this.#places.get(bot_id)?.running?.dispatcher.pause();
    let change = this.#changes.get(bot_id);
    if (!change) this.#changes.set(bot_id, (change = new CoalescedTask(this.#deps, () => this.#apply(bot_id))));
    change.trigger();
  }

  /** Any bot or webhook may have changed. @throws StoreUnavailable */
  async anyChanged(): Promise<void> {
    const open = await this.#deps.db.read(listOpenWebhooks);
    for (const bot_id of new Set([...this.#places.keys(), ...open.map((hook) => hook.bot_id)])) this.changed(bot_id);
  }

  /** Begins the deliveries of a bot that are due. */
  wake(bot_id: number): void {
    this.#places.get(bot_id)?.running?.dispatcher.wake();
  }

  /** Repeats the failed deliveries of a bot at once. */
  retryNow(bot_id: number): void {
    this.#places.get(bot_id)?.running?.dispatcher.retryNow();
  }

  /** Sends a request to the webhook of a bot; `undefined` if nothing is delivered to it. */
  send(bot_id: number, headers: Readonly<Record<string, string>>, body: string) {
    const running = this.#places.get(bot_id)?.running;
    if (!running) return undefined;
    return { url: running.hook.url, outcome: running.dispatcher.sendBeside({ headers: { ...headers }, body }) };
  }

  /** Starts no further delivery. Resolves when those in flight have ended. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const change of this.#changes.values()) change.stop();
    for (const bot_id of [...this.#places.keys()]) this.#giveUp(bot_id);
    await Promise.all(this.#releasing);
  }

  /** Makes what runs here agree with the webhook as the store has it. */
  async #apply(bot_id: number): Promise<void> {
    const hook = await this.#deps.db.read((tx) => findOpenWebhook(tx, bot_id));
    if (this.#closed) return;
    if (!hook) return this.#giveUp(bot_id);
    const place = this.#places.get(bot_id);
    if (!place) return this.#claim(bot_id);
    if (!place.lease) return;
    if (place.running && isSame(hook, place.running.hook)) place.running.dispatcher.retryNow();
    else this.#run(place, hook, place.lease);
  }

  #claim(bot_id: number): void {
    const place: Place = { lease: undefined, release: async () => {}, running: undefined, ending: new Set() };
    this.#places.set(bot_id, place);
    const holder = {
      acquired: (lease: Lease) => {
        place.lease = lease;
        this.changed(bot_id);
      },
      lost: async () => {
        place.lease = undefined;
        void stop(place);
        await Promise.all(place.ending);
      },
    };
    place.release = this.#leases.hold(`webhook:${bot_id}`, holder, { isSpread: true });
  }

  #giveUp(bot_id: number): void {
    const place = this.#places.get(bot_id);
    if (!place) return;
    this.#places.delete(bot_id);
    const released = place.release();
    this.#releasing.add(released);
    void released.finally(() => this.#releasing.delete(released));
  }

  #run(place: Place, hook: OpenWebhook, lease: Lease): void {
    const written = stop(place);
    const deps = { ...this.#deps, db: fenced(this.#deps.db, lease) };
    const dispatcher = new WebhookDispatcher(deps, hook, lease);
    const running: Running = { hook, dispatcher, unwatch: () => {} };
    place.running = running;
    const begin = () => {
      if (place.running !== running) return;
      running.unwatch = this.#notifier.watch(
        hook.bot_id,
        () => dispatcher.wake(),
        () => dispatcher.position,
      );
      dispatcher.wake();
    };
    // The new dispatcher starts after the former one's confirmations are written, so that nothing is delivered twice.
    if (written) void written.then(begin);
    else begin();
  }
}

/** Stops what runs. @returns what resolves when the store has removed every update that was delivered so far */
function stop(place: Place): Promise<void> | undefined {
  const { running, ending } = place;
  if (!running) return undefined;
  place.running = undefined;
  running.unwatch();
  const ended = running.dispatcher.stop();
  ending.add(ended);
  void ended.then(() => ending.delete(ended));
  return running.dispatcher.written();
}

const DELIVERY_COLUMNS = ["url", "ip_address", "certificate", "secret", "max_connections"] as const;

/** Whether both have the same address, certificate, signature and number of connections. */
function isSame(one: OpenWebhook, other: OpenWebhook): boolean {
  return DELIVERY_COLUMNS.every((key) => one[key] === other[key]);
}
