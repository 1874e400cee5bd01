/** Pushes one bot's updates to its webhook: order kept within a chat, chats side by side (behaviour.md §6). */
import type { Clock, CancelTimer } from "../ports/clock.ts";
import type { Db } from "../store/db.ts";
import { eventsAfter, forgetEvent, type EventRow } from "../store/streams.ts";
import { countExpired, recordFailure, type Webhook } from "../store/webhooks.ts";
import { UPDATE_LIFE_S } from "./update-text.ts";
import { webhookRequest } from "./webhook-request.ts";

/** What a delivery is answered with, as far as it matters. */
export interface DeliveryAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface PusherDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly fraction: () => number;
  /** Sends one delivery. @throws when no answer came */
  readonly send: (
    url: string,
    headers: Record<string, string>,
    body: string,
    connections: number,
  ) => Promise<DeliveryAnswer>;
  /** Carries out a bot method that came as the answer. */
  readonly onReply: (bot_id: number, content_type: string, body: Buffer) => Promise<void>;
  /** Told of every attempt's end, for the metrics. */
  readonly onAttempt: (outcome: "delivered" | "failed" | "expired") => void;
  readonly onFault: (error: unknown) => void;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 120_000;
/** The longest a receiver may ask us to wait. */
const LONGEST_RETRY_AFTER_S = 3600;
/** Events looked at beyond those under way, so that one slow chat does not hide the others. */
const WINDOW = 500;

/** A chat with a delivery under way, or waiting for its next attempt. */
interface Lane {
  attempts: number;
  cancel: CancelTimer | undefined;
  /** Set once its receiver is there again: a failure of before is no reason to wait. */
  hurried: boolean;
}

const newLane = (): Lane => ({ attempts: 0, cancel: undefined, hurried: false });

export class Pusher {
  readonly #deps: PusherDeps;
  readonly #hook: Webhook;
  readonly #lanes = new Map<number, Lane>();
  /** Updates that ended since the last look began: what the look read of them is out of date. */
  #ended = new Set<number>();
  #under_way = 0;
  #looking = false;
  #again = false;
  #stopped = false;

  constructor(deps: PusherDeps, hook: Webhook) {
    this.#deps = deps;
    this.#hook = hook;
  }

  /** Looks for updates that can be sent now. Called whenever the stream has moved. */
  wake(): void {
    if (this.#stopped) return;
    if (this.#looking) {
      this.#again = true;
      return;
    }
    this.#looking = true;
    void this.#look()
      .catch(this.#deps.onFault)
      .finally(() => {
        this.#looking = false;
        if (this.#again) {
          this.#again = false;
          this.wake();
        }
      });
  }

  /** Tries at once what waits for its next attempt, and leaves what is under way alone. */
  hurry(): void {
    for (const [chat, lane] of this.#lanes) {
      lane.hurried = true;
      if (!lane.cancel) continue;
      lane.cancel();
      this.#lanes.delete(chat);
    }
    this.wake();
  }

  stop(): void {
    this.#stopped = true;
    for (const lane of this.#lanes.values()) lane.cancel?.();
    this.#lanes.clear();
  }

  async #look(): Promise<void> {
    if (this.#under_way >= this.#hook.max_connections) return;
    const ended = (this.#ended = new Set());
    const events = await this.#deps.db.read((tx) => eventsAfter(tx, this.#hook.bot_id, 0, WINDOW));
    for (const event of events) {
      if (this.#stopped || this.#under_way >= this.#hook.max_connections) return;
      if (!this.#lanes.has(event.ref) && !ended.has(event.seq)) this.#start(event, newLane());
    }
  }

  #start(event: EventRow, lane: Lane): void {
    this.#lanes.set(event.ref, lane);
    this.#under_way += 1;
    lane.cancel = undefined;
    void this.#attempt(event, lane)
      .catch(this.#deps.onFault)
      .finally(() => {
        this.#under_way -= 1;
        this.wake();
      });
  }

  async #attempt(event: EventRow, lane: Lane): Promise<void> {
    const now_s = Math.floor(this.#deps.clock.now() / 1000);
    if (event.at + UPDATE_LIFE_S <= now_s) return this.#expire(event);
    const { body, headers } = webhookRequest(this.#hook.bot_id, this.#hook.secret, event, now_s);
    let answer: DeliveryAnswer;
    try {
      answer = await this.#deps.send(this.#hook.url, headers, body, this.#hook.max_connections);
    } catch (error) {
      return this.#retry(event, lane, (error as Error).message, undefined);
    }
    if (answer.status < 200 || answer.status > 299) {
      const sentence = `Wrong response from the webhook: ${answer.status}`;
      return this.#retry(event, lane, sentence, answer.headers["retry-after"]);
    }
    await this.#finish(event);
    this.#deps.onAttempt("delivered");
    if (answer.body.length > 0) {
      await this.#deps.onReply(this.#hook.bot_id, answer.headers["content-type"] ?? "", answer.body);
    }
  }

  async #finish(event: EventRow): Promise<void> {
    if (!this.#stopped) await this.#deps.db.write((tx) => forgetEvent(tx, this.#hook.bot_id, event.seq));
    this.#ended.add(event.seq);
    this.#lanes.delete(event.ref);
  }

  async #expire(event: EventRow): Promise<void> {
    await this.#deps.db.write(async (tx) => {
      await forgetEvent(tx, this.#hook.bot_id, event.seq);
      await countExpired(tx, this.#hook.bot_id, 1);
    });
    this.#ended.add(event.seq);
    this.#lanes.delete(event.ref);
    this.#deps.onAttempt("expired");
  }

  async #retry(event: EventRow, lane: Lane, sentence: string, retryAfter: string | undefined): Promise<void> {
    const now_ms = this.#deps.clock.now();
    await this.#deps.db.write((tx) => recordFailure(tx, this.#hook.bot_id, sentence, Math.floor(now_ms / 1000)));
    if (lane.hurried) this.#lanes.delete(event.ref);
    else if (!this.#stopped) {
      const pause_ms = this.#pause(lane.attempts, retryAfter);
      lane.attempts += 1;
      lane.cancel = this.#deps.clock.after(pause_ms, () => this.#resume(event, lane));
    }
    this.#deps.onAttempt("failed");
  }

  /** A second, doubling to two minutes, each between a half and the whole of it so that receivers are not hit at once. */
  #pause(attempts: number, retryAfter: string | undefined): number {
    const asked_s = Number(retryAfter);
    if (retryAfter !== undefined && asked_s >= 0) return Math.min(asked_s, LONGEST_RETRY_AFTER_S) * 1000;
    const full_ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempts, 20));
    return full_ms / 2 + (full_ms / 2) * this.#deps.fraction();
  }

  #resume(event: EventRow, lane: Lane): void {
    if (this.#stopped) return;
    // A lane that must wait for a free connection keeps its place in its chat.
    if (this.#under_way >= this.#hook.max_connections) {
      lane.cancel = this.#deps.clock.after(FIRST_PAUSE_MS / 10, () => this.#resume(event, lane));
      return;
    }
    this.#start(event, lane);
  }
}
