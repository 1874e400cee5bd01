/** Delivers the oldest update of a chat to a bot's webhook, and records what came of it. */
import type { Clock } from "../../ports/clock.ts";
import type { RetentionClock } from "../../ports/retention-clock.ts";
import { StoreUnavailable, type Db } from "../../store/db.ts";
import type { Lease } from "../../store/lease.ts";
import { eventsWithRef, deleteEvents, type EventRow } from "../../store/queries/streams/streams.ts";
import { recordExpiredUpdates, recordFailure, type OpenWebhook } from "../../store/queries/bots/webhooks.ts";
import type { ChatQueue, ChatQueues } from "./chat-queues.ts";
import { Confirmations } from "./confirmations.ts";
import { backoff_ms, sleep } from "../coalesced-task.ts";
import type { DeliveryFaults } from "../delivery-faults.ts";
import {
  asError,
  lastOutcomeOf,
  outcomeOf,
  sendInVain,
  wrongResponse,
  type AttemptOutcome,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryFailure,
  type DeliveryTrace,
  type WebhookClient,
  type WebhookObserver,
  type WebhookResponse,
} from "./delivery.ts";
import { ReceiverAddress } from "./receiver-address.ts";
import { retryDelay, type ReadDate } from "./retry-delay.ts";
import type { UpdateLife } from "../update-life.ts";
import { webhookId, webhookRequest, type WebhookRequest } from "./webhook-request.ts";

export interface DeliveryDeps {
  /** Fenced by the lease of the bot's webhook. */
  readonly db: Db;
  readonly clock: Clock;
  readonly retention: RetentionClock;
  readonly updateLife: UpdateLife;
  readonly fraction: () => number;
  readonly readDate: ReadDate;
  /** Creates the client for a webhook. */
  readonly open: (hook: OpenWebhook) => WebhookClient;
  /** Executes a bot method that the receiver put into its response. */
  readonly onReply: (bot_id: number, content_type: string, body: Buffer) => Promise<void>;
  readonly observer?: WebhookObserver | undefined;
  readonly faults?: DeliveryFaults | undefined;
  /** Called at the end of every attempt, for the metrics. */
  readonly onAttempt: (attempt: DeliveryAttempt) => void;
  /** Called for every failed attempt, expired update and dropped reply, for the log. */
  readonly onFailure: (failure: DeliveryFailure) => void;
  /** Called for every delivered update, where the log shows all. */
  readonly onDelivered?: ((delivery: Delivery) => void) | undefined;
  /** Begins an attempt as a part of the trace of the call that has caused the update. */
  readonly trace: (bot_id: number, update_id: number) => DeliveryTrace;
  readonly onError: (error: unknown) => void;
}

/**
 * Updates of one chat that one query reads while no other chat waits for a connection, so that a busy chat does not
 * query the store for each. At most `max_connections` chats hold updates in memory.
 */
const READ_AHEAD = 32;
/** Characters of those updates that are kept. */
const READ_AHEAD_CHARACTERS = 128 * 1024;

export class ChatDelivery {
  readonly #deps: DeliveryDeps;
  readonly #hook: OpenWebhook;
  readonly #lease: Lease;
  readonly #client: WebhookClient;
  readonly #queues: ChatQueues;
  readonly #confirmations: Confirmations;
  readonly #address: ReceiverAddress;
  readonly #stopping = Promise.withResolvers<void>();
  #isStopped = false;

  constructor(deps: DeliveryDeps, hook: OpenWebhook, lease: Lease, queues: ChatQueues) {
    this.#deps = deps;
    this.#hook = hook;
    this.#lease = lease;
    this.#client = deps.open(hook);
    this.#queues = queues;
    this.#confirmations = new Confirmations(deps, hook.bot_id);
    this.#address = new ReceiverAddress(deps, hook);
  }

  /** Closes the connections after the attempts in flight, whose failures are not recorded. */
  stop(): void {
    this.#isStopped = true;
    this.#stopping.resolve();
    this.#confirmations.stop();
    this.#client.close();
  }

  /** Resolves when the store has removed every update that was confirmed so far. */
  written(): Promise<void> {
    return this.#confirmations.written();
  }

  /** Sends a request to the webhook, beside the deliveries. */
  sendBeside({ headers, body }: WebhookRequest): Promise<AttemptOutcome> {
    return this.#client.send(headers, body).then(lastOutcomeOf, asError);
  }

  /** An attempt has failed. @returns milliseconds until the next one */
  retryLater(queue: ChatQueue, retryAfter: string | undefined): number | undefined {
    if (this.#isStopped) return undefined;
    const { clock, fraction, readDate } = this.#deps;
    const { attempts } = queue;
    const pause_ms = retryDelay({ attempts, retry_after: retryAfter, now_ms: clock.now(), fraction, readDate });
    this.#queues.retryAfter(queue, pause_ms);
    return pause_ms;
  }

  /** @returns whether the update was delivered or has expired; otherwise the queue waits */
  async attempt(queue: ChatQueue): Promise<boolean> {
    const { last } = queue;
    const oldest = queue.readAhead.shift() ?? (await this.#read(queue, last));
    if (!oldest || queue.early.delete(oldest.seq)) {
      queue.first = oldest ? oldest.seq + 1 : last + 1;
      return true;
    }
    if (oldest.at + this.#deps.updateLife.seconds <= Math.floor(this.#deps.retention.now() / 1000))
      return this.#expire(queue, oldest);
    if (!this.#lease.isValid()) {
      this.#queues.putBack(queue);
      return false;
    }
    const event = this.#deps.faults?.mixesUpdates() ? await this.#mixed(this.#deps.faults, queue, oldest) : oldest;
    const trace = this.#deps.trace(this.#hook.bot_id, event.seq);
    const request = this.#request(event, trace.traceparent);
    const fault = this.#deps.faults?.ofAttempt(this.#hook.bot_id, event);
    const observed = this.#deps.observer?.begin(this.#hook, event, queue.attempts + 1, request, fault?.name);
    const begun_ms = this.#deps.clock.elapsed();
    let answer: WebhookResponse;
    try {
      answer = await (fault
        ? sendInVain(this.#client, fault, request)
        : this.#client.send(request.headers, request.body));
    } catch (error) {
      trace.end(0);
      const { message } = error as Error;
      const failed = { ...this.#sent(trace, event.seq, queue.attempts + 1, begun_ms), error: message };
      return this.#recordFailure(queue, failed, undefined, (retry) => observed?.({ error: message, ...retry }));
    }
    trace.end(answer.status);
    if (answer.status < 200 || answer.status > 299) {
      const { status } = answer;
      answer.release();
      const failed = { ...this.#sent(trace, event.seq, queue.attempts + 1, begun_ms), error: wrongResponse(status) };
      return this.#recordFailure(queue, { ...failed, status }, answer.headers["retry-after"], (retry) =>
        observed?.({ ...outcomeOf(answer), ...retry }),
      );
    }
    try {
      observed?.(outcomeOf(answer));
      if (event === oldest) queue.first = event.seq + 1;
      else queue.early.add(event.seq);
      const full = this.#confirmations.add(event);
      this.#deps.onAttempt({ outcome: "delivered", ...this.#timesOf(event, begun_ms) });
      const { status } = answer;
      this.#deps.onDelivered?.({ ...this.#sent(trace, event.seq, queue.attempts + 1, begun_ms), status });
      this.#address.answeredAt(answer.ip_address);
      if (answer.error !== undefined) await this.#recordDroppedReply(event.seq, answer.error);
      if (answer.body.length > 0) await this.#executeReply(answer);
      if (full) await full;
    } finally {
      answer.release();
    }
    return true;
  }

  #timesOf({ at }: EventRow, begun_ms: number): Pick<DeliveryAttempt, "duration_ms" | "lag_s"> {
    const { clock, retention } = this.#deps;
    const lag_s = Math.max(0, Math.floor(retention.now() / 1000) - at);
    return { duration_ms: clock.elapsed() - begun_ms, lag_s };
  }

  /** What the log says of an attempt. */
  #sent({ trace_id }: DeliveryTrace, update_id: number, attempt: number, begun_ms: number): Delivery {
    const { bot_id } = this.#hook;
    const duration_ms = this.#deps.clock.elapsed() - begun_ms;
    return { trace_id, bot_id, update_id, webhook_id: webhookId(bot_id, update_id), attempt, duration_ms };
  }

  #request(event: EventRow, traceparent?: string): WebhookRequest {
    const now_s = Math.floor(this.#deps.clock.now() / 1000);
    return webhookRequest(this.#hook.bot_id, this.#hook.secret, event, now_s, traceparent);
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

  /** Reads a queue's oldest update up to `last`, and the following ones while no other queue waits. */
  async #read(queue: ChatQueue, last: number): Promise<EventRow | undefined> {
    const { bot_id } = this.#hook;
    const { hasDue, retries } = this.#queues;
    const limit = hasDue ? 1 : READ_AHEAD;
    const events = await this.#deps.db.read((tx) => eventsWithRef(tx, bot_id, queue.chat, queue.first, last, limit));
    const [event, ...others] = events;
    let characters = 0;
    const kept = others.filter(({ body }) => (characters += body.length) <= READ_AHEAD_CHARACTERS);
    queue.readAhead = retries === this.#queues.retries ? kept : [];
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
    if (this.#isStopped) return;
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
        if (this.#isStopped || !(error instanceof StoreUnavailable) || (error.in_doubt && !twice)) throw error;
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
    this.#deps.onAttempt({ outcome: "expired" });
    return true;
  }

  /** @param observe - notified when the next attempt is due, if there will be one */
  async #recordFailure(
    queue: ChatQueue,
    failure: DeliveryFailure,
    retryAfter: string | undefined,
    observe: (retry: Pick<AttemptOutcome, "retry_in_ms">) => void,
  ): Promise<false> {
    try {
      // A delivery that was aborted because the webhook changed or the service stops is not the receiver's failure.
      if (this.#isStopped) {
        observe({});
        return false;
      }
      const now_s = Math.floor(this.#deps.clock.now() / 1000);
      await this.#deps.db.write((tx) => recordFailure(tx, this.#hook.bot_id, failure.error, now_s));
    } catch (error) {
      observe({});
      throw error;
    }
    const retry_in_ms = this.retryLater(queue, retryAfter);
    observe(retry_in_ms === undefined ? {} : { retry_in_ms });
    const { duration_ms } = failure;
    this.#deps.onAttempt({ outcome: "failed", ...(duration_ms === undefined ? {} : { duration_ms }) });
    this.#deps.onFailure({ ...failure, retry_in_ms });
    return false;
  }
}
