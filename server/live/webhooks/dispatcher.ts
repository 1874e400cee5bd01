/** Delivers one bot's updates to its webhook: in order within a chat, chats in parallel (behaviour.md §6). */
import type { CancelTimer } from "../../ports/clock.ts";
import { StoreUnavailable } from "../../store/db.ts";
import { LeaseLost, type Lease } from "../../store/lease.ts";
import { eventPositionsAfter } from "../../store/queries/streams/streams.ts";
import type { OpenWebhook } from "../../store/queries/bots/webhooks.ts";
import { CoalescedTask, backoff_ms } from "../coalesced-task.ts";
import { ChatDelivery, type DeliveryDeps } from "./chat-delivery.ts";
import { ChatQueues, type ChatQueue } from "./chat-queues.ts";
import type { AttemptOutcome } from "./delivery.ts";
import type { WebhookRequest } from "./webhook-request.ts";

export interface DispatcherDeps extends DeliveryDeps {
  /** Resolves in the next turn of the event loop. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** In developer mode: whether a bot's deliveries wait until `wake` after the developer lets them go on. */
  readonly isPaused?: ((bot_id: number) => boolean) | undefined;
}

/** Event positions that one query reads. */
const POSITIONS_PER_QUERY = 500;
/** Chats with undelivered updates that are tracked at once. */
const MAX_QUEUES = 10_000;

/**
 * In any other state than "delivering", no delivery begins; those in flight go on. "held": the webhook may have been
 * changed, until `retryNow`. "without store": the store was unavailable, until a pause is over. "without lease": this node
 * has no recent heartbeat, and another one may take over the webhook. "stopped" is final.
 */
type State = "delivering" | "held" | "without store" | "without lease" | "stopped";

/**
 * 1. A notification wakes the dispatcher. It reads the numbers and chats of the new updates, and puts them into the
 *    queues of their chats (`ChatQueues`).
 * 2. While it is "delivering", the queue that has waited longest gets a free connection, for one update.
 * 3. The update is read and sent (`ChatDelivery`). A delivered one is confirmed in a batch with others (`Confirmations`).
 * 4. The queue goes to the end of the line, or is dropped if it is empty. After a failure it waits for its next attempt.
 * 5. `stop` begins nothing more. It resolves when the deliveries in flight have ended and their confirmations are written.
 */
export class WebhookDispatcher {
  readonly #deps: DispatcherDeps;
  readonly #hook: OpenWebhook;
  readonly #lease: Lease;
  readonly #queues: ChatQueues;
  readonly #delivery: ChatDelivery;
  readonly #task: CoalescedTask;
  #state: State = "delivering";
  #under_way = 0;
  /** Consecutive deliveries that failed because the store is unavailable. */
  #store_failures = 0;
  #cancelStorePause: CancelTimer = () => {};
  readonly #finished = Promise.withResolvers<void>();

  /** @param lease - while it is not valid, no delivery begins */
  constructor(deps: DispatcherDeps, hook: OpenWebhook, lease: Lease, max_queues = MAX_QUEUES) {
    this.#deps = deps;
    this.#hook = hook;
    this.#lease = lease;
    this.#queues = new ChatQueues(deps.clock, max_queues, () => this.#send());
    this.#delivery = new ChatDelivery(deps, hook, lease, this.#queues);
    this.#task = new CoalescedTask(deps, () => this.#readPlaces());
  }

  /** Reads new updates. Called when the stream has new events. */
  wake(): void {
    this.#task.trigger();
  }

  /** The newest update that was read. */
  get position(): number {
    return this.#queues.position;
  }

  /** Starts no delivery until `retryNow`, because the webhook may have been changed. */
  pause(): void {
    this.#cancelStorePause();
    if (!this.#isStopped) this.#state = "held";
  }

  /** Continues after `pause`, and retries failed deliveries at once. Deliveries in flight go on. */
  retryNow(): void {
    this.#leave("held", "delivering");
    this.#queues.retryNow();
    this.#send();
    this.wake();
  }

  /** Sends a request to the webhook, beside the deliveries. */
  sendBeside(request: WebhookRequest): Promise<AttemptOutcome> {
    return this.#delivery.sendBeside(request);
  }

  /** Starts no further delivery. Resolves when the last one in flight has ended and its confirmation is written. */
  stop(): Promise<void> {
    this.#state = "stopped";
    this.#task.stop();
    this.#cancelStorePause();
    this.#queues.clear();
    this.#delivery.stop();
    if (this.#under_way === 0) this.#finish();
    return this.#finished.promise;
  }

  /** Resolves when the store has removed every update that was confirmed so far. */
  written(): Promise<void> {
    return this.#delivery.written();
  }

  get #isStopped(): boolean {
    return this.#state === "stopped";
  }

  /** Changes the state, if it is this one. */
  #leave(state: State, next: State): void {
    if (this.#state === state) this.#state = next;
  }

  #finish(): void {
    void this.written().then(this.#finished.resolve);
  }

  async #readPlaces(): Promise<void> {
    for (let more = true; more && !this.#isStopped;) {
      const places = await this.#deps.db.read((tx) =>
        eventPositionsAfter(tx, this.#hook.bot_id, this.#queues.position, POSITIONS_PER_QUERY),
      );
      if (this.#isStopped) return;
      const areAll = places.every((place) => this.#queues.add(place));
      more = areAll && places.length === POSITIONS_PER_QUERY;
      this.#send();
      if (more) await this.#deps.yieldToEventLoop();
    }
  }

  #send(): void {
    while (this.#state === "delivering" && this.#under_way < this.#hook.max_connections) {
      if (!this.#queues.hasDue || this.#deps.isPaused?.(this.#hook.bot_id) === true) return;
      if (!this.#lease.isValid()) return this.#waitForLease();
      this.#under_way += 1;
      void this.#serve(this.#queues.take()!).finally(() => {
        this.#under_way -= 1;
        if (this.#isStopped && this.#under_way === 0) this.#finish();
        this.#send();
      });
    }
  }

  /** A lease that was lost stays so, and this dispatcher is being stopped. */
  #waitForLease(): void {
    this.#state = "without lease";
    void this.#lease.whenValid().then((isValid) => {
      if (!isValid) return;
      this.#leave("without lease", "delivering");
      this.#send();
    });
  }

  /** Delivers a queue's oldest update, then puts the queue at the end of the line. */
  async #serve(queue: ChatQueue): Promise<void> {
    try {
      if (!(await this.#delivery.attempt(queue)) || this.#isStopped) return;
      this.#store_failures = 0;
      if (this.#queues.advance(queue)) this.wake();
    } catch (error) {
      // Another node delivers from here on, and this dispatcher is stopped.
      if (error instanceof LeaseLost) return;
      this.#deps.onError(error);
      if (error instanceof StoreUnavailable) this.#pauseForStore(queue);
      else this.#delivery.retryLater(queue, undefined);
    }
  }

  /** The store is unavailable, which is not this receiver's failure. The queue comes first when deliveries continue. */
  #pauseForStore(queue: ChatQueue): void {
    if (this.#isStopped) return;
    this.#queues.putBack(queue);
    if (this.#state !== "delivering") return;
    this.#state = "without store";
    this.#cancelStorePause = this.#deps.clock.after(backoff_ms(this.#store_failures++), () => {
      this.#leave("without store", "delivering");
      this.#send();
    });
  }
}
