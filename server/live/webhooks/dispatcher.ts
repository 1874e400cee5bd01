/** Delivers one bot's updates to its webhook: in order within a chat, chats in parallel (behaviour.md §6). */
import type { Clock, CancelTimer } from "../../ports/clock.ts";
import type { RetentionClock } from "../../ports/retention-clock.ts";
import { StoreUnavailable, type Db } from "../../store/db.ts";
import { LeaseLost, type Lease } from "../../store/lease.ts";
import {
  eventsWithRef,
  deleteEvents,
  eventPositionsAfter,
  type EventPosition,
  type EventRow,
} from "../../store/queries/streams/streams.ts";
import { recordExpiredUpdates, recordFailure, type OpenWebhook } from "../../store/queries/bots/webhooks.ts";
import { Confirmations } from "./confirmations.ts";
import { CoalescedTask, backoff_ms, sleep } from "../coalesced-task.ts";
import type { DeliveryFaults } from "../delivery-faults.ts";
import {
  asError,
  lastOutcomeOf,
  outcomeOf,
  sendInVain,
  wrongResponse,
  type AttemptOutcome,
  type DeliveryFailure,
  type WebhookClient,
  type WebhookObserver,
  type WebhookResponse,
} from "./delivery.ts";
import { ReceiverAddress } from "./receiver-address.ts";
import { retryDelay, type ReadDate } from "./retry-delay.ts";
import { UPDATE_RETENTION_S } from "../update-json.ts";
import { webhookId, webhookRequest, type WebhookRequest } from "./webhook-request.ts";

export interface DispatcherDeps {
  /** Fenced by the lease of the bot's webhook. */
  readonly db: Db;
  readonly clock: Clock;
  readonly retention: RetentionClock;
  readonly fraction: () => number;
  readonly readDate: ReadDate;
  /** Resolves in the next turn of the event loop. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** Creates the client for a webhook. */
  readonly open: (hook: OpenWebhook) => WebhookClient;
  /** Executes a bot method that the receiver put into its response. */
  readonly onReply: (bot_id: number, content_type: string, body: Buffer) => Promise<void>;
  readonly observer?: WebhookObserver | undefined;
  readonly faults?: DeliveryFaults | undefined;
  /** In developer mode: whether a bot's deliveries wait until `wake` after the developer lets them go on. */
  readonly isPaused?: ((bot_id: number) => boolean) | undefined;
  /** Called at the end of every attempt, for the metrics. */
  readonly onAttempt: (outcome: "delivered" | "failed" | "expired") => void;
  /** Called for every failed attempt, expired update and dropped reply, for the log. */
  readonly onFailure: (failure: DeliveryFailure) => void;
  readonly onError: (error: unknown) => void;
}

/** Event positions that one query reads. */
const POSITIONS_PER_QUERY = 500;
/**
 * Chats with undelivered updates that are tracked at once. Updates of further chats are not read until one of these
 * chats has received all of its own, so memory is bounded however many chats fail.
 */
const MAX_QUEUES = 10_000;
/**
 * Updates of one chat that one query reads while no other chat waits for a connection, so that a busy chat does not
 * query the store for each. At most `max_connections` chats hold updates in memory.
 */
const READ_AHEAD = 32;
/** Characters of those updates that are kept. */
const READ_AHEAD_CHARACTERS = 128 * 1024;

/** A chat with unconfirmed updates. Their bodies are read when they are sent. */
interface ChatQueue {
  readonly chat: number;
  /** The oldest unconfirmed update is at or after `first`; `last` is the newest one. */
  first: number;
  last: number;
  /** Failed attempts to deliver the oldest update. */
  attempts: number;
  cancel: CancelTimer | undefined;
  /** Updates that were read in advance, the oldest first. */
  readAhead: EventRow[];
  /** Updates that were delivered before an older one, by a fault rule. */
  readonly early: Set<number>;
}

/**
 * Every update is read once in the order of the stream, as a number and a chat: an update of a chat that has a queue
 * only moves the end of that queue, however many updates wait there. Queues take turns at the connections, one update
 * at a time.
 */
export class WebhookDispatcher {
  readonly #deps: DispatcherDeps;
  readonly #hook: OpenWebhook;
  readonly #lease: Lease;
  readonly #client: WebhookClient;
  readonly #max_queues: number;
  readonly #confirmations: Confirmations;
  readonly #address: ReceiverAddress;
  readonly #queues = new Map<number, ChatQueue>();
  /** Queues that wait only for a connection, the longest-waiting first. */
  readonly #due: ChatQueue[] = [];
  /** The newest update that was put into a queue. */
  #last_read = 0;
  #under_way = 0;
  readonly #task: CoalescedTask;
  /** Consecutive deliveries that failed because the store is unavailable. */
  #store_failures = 0;
  #cancelStorePause: CancelTimer | undefined;
  #isWaitingForLease = false;
  /** Counts the calls of `retryNow`. Updates that were read before such a call may have been removed by now. */
  #round = 0;
  #paused = false;
  #stopped = false;
  readonly #stopping = Promise.withResolvers<void>();
  readonly #finished: Promise<void>;
  readonly #resolveFinished: () => void;

  /** @param lease - while it is not valid, no delivery begins */
  constructor(deps: DispatcherDeps, hook: OpenWebhook, lease: Lease, max_queues = MAX_QUEUES) {
    this.#deps = deps;
    this.#hook = hook;
    this.#lease = lease;
    this.#client = deps.open(hook);
    this.#confirmations = new Confirmations(deps, hook.bot_id);
    this.#address = new ReceiverAddress(deps, hook);
    ({ promise: this.#finished, resolve: this.#resolveFinished } = Promise.withResolvers<void>());
    this.#max_queues = max_queues;
    this.#task = new CoalescedTask(deps, () => this.#readPlaces());
  }

  /** Reads new updates. Called when the stream has new events. */
  wake(): void {
    this.#task.trigger();
  }

  /** The newest update that was read. */
  get position(): number {
    return this.#last_read;
  }

  /** Starts no delivery until `retryNow`, because the webhook may have been changed. */
  pause(): void {
    this.#paused = true;
  }

  /** Continues after `pause`, and retries failed deliveries at once. Deliveries in flight go on. */
  retryNow(): void {
    this.#paused = false;
    this.#round += 1;
    for (const queue of this.#queues.values()) {
      queue.attempts = 0;
      queue.readAhead = [];
      if (!queue.cancel) continue;
      queue.cancel();
      this.#resume(queue);
    }
    this.#send();
    this.wake();
  }

  /** Sends a request to the webhook, beside the deliveries. */
  sendBeside({ headers, body }: WebhookRequest): Promise<AttemptOutcome> {
    return this.#client.send(headers, body).then(lastOutcomeOf, asError);
  }

  /** Starts no further delivery. Resolves when the last one in flight has ended and its confirmation is written. */
  stop(): Promise<void> {
    this.#stopped = true;
    this.#task.stop();
    this.#cancelStorePause?.();
    this.#stopping.resolve();
    this.#confirmations.stop();
    for (const queue of this.#queues.values()) queue.cancel?.();
    this.#queues.clear();
    this.#client.close();
    if (this.#under_way === 0) this.#finish();
    return this.#finished;
  }

  /** Resolves when the store has removed every update that was confirmed so far. */
  written(): Promise<void> {
    return this.#confirmations.written();
  }

  #finish(): void {
    void this.written().then(this.#resolveFinished);
  }

  async #readPlaces(): Promise<void> {
    for (let more = true; more && !this.#stopped;) {
      const places = await this.#deps.db.read((tx) =>
        eventPositionsAfter(tx, this.#hook.bot_id, this.#last_read, POSITIONS_PER_QUERY),
      );
      if (this.#stopped) return;
      more = places.length === POSITIONS_PER_QUERY;
      for (const place of places) {
        if (this.#enqueue(place)) continue;
        more = false;
        break;
      }
      this.#send();
      if (more) await this.#deps.yieldToEventLoop();
    }
  }

  /** @returns whether there was room for it */
  #enqueue({ seq, ref }: EventPosition): boolean {
    const queue = this.#queues.get(ref);
    if (queue) queue.last = seq;
    else {
      if (this.#queues.size >= this.#max_queues) return false;
      const added: ChatQueue = {
        chat: ref,
        first: seq,
        last: seq,
        attempts: 0,
        cancel: undefined,
        readAhead: [],
        early: new Set(),
      };
      this.#queues.set(ref, added);
      this.#due.push(added);
    }
    this.#last_read = seq;
    return true;
  }

  #send(): void {
    while (this.#mayBegin() && this.#under_way < this.#hook.max_connections) {
      if (this.#due.length > 0 && !this.#lease.isValid()) return this.#sendWhenLeased();
      const queue = this.#due.shift();
      if (!queue) return;
      this.#under_way += 1;
      void this.#serve(queue).finally(() => {
        this.#under_way -= 1;
        if (this.#stopped && this.#under_way === 0) this.#finish();
        this.#send();
      });
    }
  }

  #mayBegin(): boolean {
    if (this.#stopped || this.#paused || this.#cancelStorePause) return false;
    return this.#deps.isPaused?.(this.#hook.bot_id) !== true;
  }

  /** Without a recent heartbeat of this node, another one may take over the webhook. */
  #sendWhenLeased(): void {
    if (this.#isWaitingForLease) return;
    this.#isWaitingForLease = true;
    void this.#lease.whenValid().then((isValid) => {
      this.#isWaitingForLease = false;
      // A lease that was lost stays so, and this dispatcher is being stopped.
      if (isValid) this.#send();
    });
  }

  /** Delivers a queue's oldest update, then puts the queue at the end of the line. */
  async #serve(queue: ChatQueue): Promise<void> {
    try {
      if (!(await this.#attempt(queue)) || this.#stopped) return;
      queue.attempts = 0;
      this.#store_failures = 0;
      if (queue.first <= queue.last) this.#due.push(queue);
      else this.#close(queue);
    } catch (error) {
      // Another node delivers from here on, and this dispatcher is stopped.
      if (error instanceof LeaseLost) return;
      this.#deps.onError(error);
      if (error instanceof StoreUnavailable) this.#pauseForStore(queue);
      else this.#retryLater(queue, undefined);
    }
  }

  /** The store is unavailable, which is not this receiver's failure. The queue comes first when deliveries continue. */
  #pauseForStore(queue: ChatQueue): void {
    if (this.#stopped) return;
    // The update that was taken from it has not been delivered.
    queue.readAhead = [];
    this.#due.unshift(queue);
    this.#cancelStorePause ??= this.#deps.clock.after(backoff_ms(this.#store_failures++), () => {
      this.#cancelStorePause = undefined;
      this.#send();
    });
  }

  /** @returns milliseconds until the next attempt */
  #retryLater(queue: ChatQueue, retryAfter: string | undefined): number | undefined {
    if (this.#stopped) return undefined;
    const { clock, fraction, readDate } = this.#deps;
    const { attempts } = queue;
    const pause_ms = retryDelay({ attempts, retry_after: retryAfter, now_ms: clock.now(), fraction, readDate });
    queue.attempts += 1;
    queue.readAhead = [];
    queue.cancel = clock.after(pause_ms, () => this.#resume(queue));
    return pause_ms;
  }

  #resume(queue: ChatQueue): void {
    queue.cancel = undefined;
    this.#due.push(queue);
    this.#send();
  }

  #close(queue: ChatQueue): void {
    const full = this.#queues.size >= this.#max_queues;
    this.#queues.delete(queue.chat);
    if (full) this.wake();
  }

  /** @returns whether the update was delivered or has expired; otherwise the queue waits */
  async #attempt(queue: ChatQueue): Promise<boolean> {
    const { last } = queue;
    const oldest = queue.readAhead.shift() ?? (await this.#read(queue, last));
    if (!oldest || queue.early.delete(oldest.seq)) {
      queue.first = oldest ? oldest.seq + 1 : last + 1;
      return true;
    }
    if (oldest.at + UPDATE_RETENTION_S <= Math.floor(this.#deps.retention.now() / 1000))
      return this.#expire(queue, oldest);
    if (!this.#lease.isValid()) return this.#putBack(queue);
    const event = this.#deps.faults?.mixesUpdates() ? await this.#mixed(this.#deps.faults, queue, oldest) : oldest;
    const request = this.#request(event);
    const fault = this.#deps.faults?.ofAttempt(this.#hook.bot_id, event);
    const observed = this.#deps.observer?.begin(this.#hook, event, queue.attempts + 1, request, fault?.name);
    const begun_ms = this.#deps.clock.elapsed();
    let answer: WebhookResponse;
    try {
      answer = await (fault
        ? sendInVain(this.#client, fault, request)
        : this.#client.send(request.headers, request.body));
    } catch (error) {
      const { message } = error as Error;
      const failed = this.#failed(event.seq, message, queue.attempts + 1, begun_ms);
      return this.#recordFailure(queue, failed, undefined, (retry) => observed?.({ error: message, ...retry }));
    }
    if (answer.status < 200 || answer.status > 299) {
      const { status } = answer;
      answer.release();
      const failed = this.#failed(event.seq, wrongResponse(status), queue.attempts + 1, begun_ms);
      return this.#recordFailure(queue, { ...failed, status }, answer.headers["retry-after"], (retry) =>
        observed?.({ ...outcomeOf(answer), ...retry }),
      );
    }
    try {
      observed?.(outcomeOf(answer));
      if (event === oldest) queue.first = event.seq + 1;
      else queue.early.add(event.seq);
      const full = this.#confirmations.add(event);
      this.#deps.onAttempt("delivered");
      this.#address.answeredAt(answer.ip_address);
      if (answer.error !== undefined) await this.#recordDroppedReply(event.seq, answer.error);
      if (answer.body.length > 0) await this.#executeReply(answer);
      if (full) await full;
    } finally {
      answer.release();
    }
    return true;
  }

  #failed(update_id: number, error: string, attempt: number, begun_ms: number): DeliveryFailure {
    const { bot_id } = this.#hook;
    const duration_ms = this.#deps.clock.elapsed() - begun_ms;
    return { bot_id, update_id, webhook_id: webhookId(bot_id, update_id), error, attempt, duration_ms };
  }

  #request(event: EventRow): WebhookRequest {
    const now_s = Math.floor(this.#deps.clock.now() / 1000);
    return webhookRequest(this.#hook.bot_id, this.#hook.secret, event, now_s);
  }

  /** By a fault rule, an update is delivered twice, or the next one of its chat in its place. @returns the update to deliver */
  async #mixed(faults: DeliveryFaults, queue: ChatQueue, oldest: EventRow): Promise<EventRow> {
    const { bot_id } = this.#hook;
    const { chat, last, early } = queue;
    const following = await this.#deps.db.read((tx) =>
      eventsWithRef(tx, bot_id, chat, oldest.seq + 1, last, early.size + 1),
    );
    const next = following.find(({ seq }) => !early.has(seq));
    const fault = faults.ofUpdate(bot_id, oldest, next !== undefined);
    if (fault === "duplicate") await this.#sendTwice(queue, oldest);
    if (fault !== "reorder") return oldest;
    queue.readAhead = [];
    return next!;
  }

  /** Sends an update before its delivery, which does not depend on it. */
  async #sendTwice(queue: ChatQueue, event: EventRow): Promise<void> {
    const request = this.#request(event);
    const observed = this.#deps.observer?.begin(this.#hook, event, queue.attempts + 1, request);
    const outcome = await this.sendBeside(request);
    observed?.(outcome);
  }

  #putBack(queue: ChatQueue): false {
    queue.readAhead = [];
    this.#due.unshift(queue);
    return false;
  }

  /** Reads a queue's oldest update up to `last`, and the following ones while no other queue waits. */
  async #read(queue: ChatQueue, last: number): Promise<EventRow | undefined> {
    const { bot_id } = this.#hook;
    const round = this.#round;
    const limit = this.#due.length > 0 ? 1 : READ_AHEAD;
    const events = await this.#deps.db.read((tx) => eventsWithRef(tx, bot_id, queue.chat, queue.first, last, limit));
    const [event, ...others] = events;
    let characters = 0;
    const kept = others.filter(({ body }) => (characters += body.length) <= READ_AHEAD_CHARACTERS);
    queue.readAhead = round === this.#round ? kept : [];
    return event;
  }

  /** Executes a reply once: only after the update cannot be delivered again. */
  async #executeReply({ headers, body }: WebhookResponse): Promise<void> {
    await this.written();
    if (this.#confirmations.hasGivenUp) return;
    const { onReply, onError } = this.#deps;
    const reply = () => onReply(this.#hook.bot_id, headers["content-type"] ?? "", body);
    await this.#untilStored(reply, false).catch(onError);
  }

  async #recordDroppedReply(update_id: number, body_error: string): Promise<void> {
    if (this.#stopped) return;
    const { bot_id } = this.#hook;
    const now_s = Math.floor(this.#deps.clock.now() / 1000);
    const sentence = `The reply in the webhook's answer was dropped: ${body_error}`;
    this.#deps.onFailure({ bot_id, update_id, webhook_id: webhookId(bot_id, update_id), error: sentence });
    await this.#untilStored(() => this.#deps.db.write((tx) => recordFailure(tx, bot_id, sentence, now_s)), true);
  }

  /**
   * Retries `work` for as long as the store is unavailable: the update would be delivered twice if its result were
   * lost. `twice`: `work` may run again when the outcome of its transaction is in doubt.
   */
  async #untilStored(work: () => Promise<void>, twice: boolean): Promise<void> {
    const { clock, onError } = this.#deps;
    for (let failures = 0; ; failures++) {
      try {
        return await work();
      } catch (error) {
        if (this.#stopped || !(error instanceof StoreUnavailable) || (error.in_doubt && !twice)) throw error;
        onError(error);
        await sleep(clock, backoff_ms(failures), this.#stopping.promise);
      }
    }
  }

  async #expire(queue: ChatQueue, event: EventRow): Promise<true> {
    const { bot_id } = this.#hook;
    await this.#deps.db.write(async (tx) => {
      await deleteEvents(tx, bot_id, [event.seq]);
      await recordExpiredUpdates(tx, bot_id, 1);
    });
    queue.first = event.seq + 1;
    const error = "the update has expired before it could be delivered";
    this.#deps.onFailure({ bot_id, update_id: event.seq, webhook_id: webhookId(bot_id, event.seq), error });
    this.#deps.onAttempt("expired");
    return true;
  }

  /** @param observe - told when the next attempt is due, if there will be one */
  async #recordFailure(
    queue: ChatQueue,
    failure: DeliveryFailure,
    retryAfter: string | undefined,
    observe: (retry: Pick<AttemptOutcome, "retry_in_ms">) => void,
  ): Promise<false> {
    try {
      // A delivery that was aborted because the webhook changed or the service stops is not the receiver's failure.
      if (this.#stopped) {
        observe({});
        return false;
      }
      const now_s = Math.floor(this.#deps.clock.now() / 1000);
      await this.#deps.db.write((tx) => recordFailure(tx, this.#hook.bot_id, failure.error, now_s));
    } catch (error) {
      observe({});
      throw error;
    }
    const retry_in_ms = this.#retryLater(queue, retryAfter);
    observe(retry_in_ms === undefined ? {} : { retry_in_ms });
    this.#deps.onAttempt("failed");
    this.#deps.onFailure({ ...failure, retry_in_ms });
    return false;
  }
}
