/** Pushes: for everybody with a subscribed device, a reader of their streams on the node that has the lease of the person. */
import type { Leases } from "../cluster/cluster.ts";
import { ConcurrencyLimit } from "../concurrency/concurrency-limit.ts";
import { CoalescedTask } from "../live/coalesced-task.ts";
import { fenced, type Lease } from "../store/lease.ts";
import { isSubscriber, listSubscribers } from "../store/queries/accounts/push-subscriptions.ts";
import { PersonPush, type PersonPushDeps } from "./person-push.ts";

/** People who are looked at and told at a time. */
const MAX_RUNNING = 32;

/** A person with a subscribed device, whose lease this node has or waits for. */
interface Place {
  reader: PersonPush | undefined;
  release: () => Promise<void>;
}

export type PushDeps = Omit<PersonPushDeps, "turns" | "onUnsubscribed">;

export class Push {
  readonly #leases: Leases;
  readonly #deps: PersonPushDeps;
  readonly #places = new Map<number, Place>();
  /** By person: the task that applies changes of their subscriptions. */
  readonly #changes = new Map<number, CoalescedTask>();
  readonly #releasing = new Set<Promise<void>>();
  #isClosed = false;

  constructor(leases: Leases, deps: PushDeps) {
    this.#leases = leases;
    const turns = new ConcurrencyLimit<number>({ max_running: MAX_RUNNING, max_running_per_key: 1 });
    this.#deps = { ...deps, turns, onUnsubscribed: (account_id) => this.#giveUp(account_id) };
  }

  /** Claims the lease of everybody with a subscribed device. */
  async start(): Promise<void> {
    for (const account_id of await this.#deps.db.read(listSubscribers)) this.#claim(account_id);
  }

  /** People with a subscribed device whose lease this node has. */
  get people(): number {
    return [...this.#places.values()].filter(({ reader }) => reader).length;
  }

  /** The subscriptions of a person have changed. */
  changed(account_id: number): void {
    if (this.#isClosed) return;
    let change = this.#changes.get(account_id);
    if (!change) {
      change = new CoalescedTask(this.#deps, () => this.#apply(account_id));
      this.#changes.set(account_id, change);
    }
    change.trigger();
  }

  /** Any subscription may have changed. @throws StoreUnavailable */
  async anyChanged(): Promise<void> {
    const subscribers = await this.#deps.db.read(listSubscribers);
    for (const account_id of new Set([...this.#places.keys(), ...subscribers])) this.changed(account_id);
  }

  /** Sends nothing more. Resolves when nothing is under way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const change of this.#changes.values()) change.stop();
    for (const account_id of [...this.#places.keys()]) this.#giveUp(account_id);
    await Promise.all(this.#releasing);
  }

  async #apply(account_id: number): Promise<void> {
    const isWanted = await this.#deps.db.read((tx) => isSubscriber(tx, account_id));
    this.#changes.delete(account_id);
    if (this.#isClosed) return;
    if (!isWanted) return this.#giveUp(account_id);
    const reader = this.#places.get(account_id)?.reader;
    if (reader) reader.changed();
    else this.#claim(account_id);
  }

  #claim(account_id: number): void {
    if (this.#isClosed || this.#places.has(account_id)) return;
    const place: Place = { reader: undefined, release: async () => {} };
    this.#places.set(account_id, place);
    const holder = {
      acquired: (lease: Lease) => {
        const deps = { ...this.#deps, db: fenced(this.#deps.db, lease) };
        place.reader = new PersonPush(deps, account_id, lease);
        place.reader.start();
      },
      lost: async () => {
        const { reader } = place;
        place.reader = undefined;
        await reader?.stop();
      },
    };
    place.release = this.#leases.hold(`push:${account_id}`, holder, { isSpread: true });
  }

  #giveUp(account_id: number): void {
    const place = this.#places.get(account_id);
    if (!place) return;
    this.#places.delete(account_id);
    const released = place.release();
    this.#releasing.add(released);
    void released.finally(() => this.#releasing.delete(released));
  }
}
