/** What a developer does with the deliveries to a bot's webhook: lets them wait, repeats them, sends one again. */
import type { AttemptLog, AttemptOutcome, RecordedAttempt } from "./attempt-log.ts";

/** The deliveries of the service. */
export interface WebhookDeliveries {
  /** Begins the deliveries that are due. */
  wake(bot_id: number): void;
  /** Repeats failed deliveries without waiting for the time of their next attempt. */
  retryNow(bot_id: number): void;
  /** Sends a request to a bot's webhook; `undefined` if the bot has none that this service delivers to. */
  send(bot_id: number, headers: Readonly<Record<string, string>>, body: string): SentRequest | undefined;
}

/** A request that was sent to a webhook. */
interface SentRequest {
  readonly url: string;
  readonly outcome: Promise<AttemptOutcome>;
}

export class WebhookControl {
  readonly #attempts: AttemptLog;
  readonly #paused = new Set<number>();
  #deliveries: WebhookDeliveries | undefined;

  constructor(attempts: AttemptLog) {
    this.#attempts = attempts;
  }

  /** Connects the control with the deliveries of the service, which are made after it. */
  connect(deliveries: WebhookDeliveries): void {
    this.#deliveries = deliveries;
  }

  isPaused(bot_id: number): boolean {
    return this.#paused.has(bot_id);
  }

  /** From now on no delivery begins, also not to a webhook that is set later. Those in flight go on. */
  pause(bot_id: number): void {
    this.#paused.add(bot_id);
  }

  resume(bot_id: number): void {
    this.#paused.delete(bot_id);
    this.#deliveries?.wake(bot_id);
  }

  retryNow(bot_id: number): void {
    this.#deliveries?.retryNow(bot_id);
  }

  /** Sends the request of an attempt to the bot's webhook again. @returns the new attempt; `undefined` without a webhook */
  async redeliver({ bot_id, update_id, attempt, id, request }: RecordedAttempt): Promise<RecordedAttempt | undefined> {
    const { headers, body } = request;
    const sent = this.#deliveries?.send(bot_id, headers, body);
    if (!sent) return undefined;
    const { record, end } = this.#attempts.begin({
      bot_id,
      update_id,
      url: sent.url,
      attempt,
      headers,
      body,
      redelivery_of: id,
    });
    end(await sent.outcome);
    return record;
  }
}
