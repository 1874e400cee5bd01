/** Pushes one bot's updates to its webhook: order kept within a chat, chats side by side (behaviour.md §6). */
import type { Clock, CancelTimer } from "../ports/clock.ts";
import type { RetentionClock } from "../ports/retention-clock.ts";
import { StoreUnavailable, type Db } from "../store/db.ts";
import { eventsAbout, forgetEvents, placesAfter, type EventPlace, type EventRow } from "../store/streams.ts";
import { countExpired, recordFailure, type Webhook } from "../store/webhooks.ts";
import { Confirmations } from "./confirmations.ts";
import { Looking, pauseAfter, rest } from "./looking.ts";
import { retryPause, type ReadDate } from "./retry-pause.ts";
import { UPDATE_LIFE_S } from "./update-text.ts";
import { webhookRequest } from "./webhook-request.ts";

/** What a delivery is answered with, as far as it matters. */
export interface DeliveryAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Why the body could not be read, if so; it is empty then. */
  readonly fault: string | undefined;
}

/** A way to one receiver. */
export interface Line {
  /** Sends one delivery. @throws when no answer came */
  readonly send: (headers: Record<string, string>, body: string) => Promise<DeliveryAnswer>;
  /** Ends when what is under way has ended. */
  readonly close: () => void;
}

export interface PusherDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly retention: RetentionClock;
  readonly fraction: () => number;
  readonly readDate: ReadDate;
  /** Resolves when whatever else waits in this process has had its turn. */
  readonly turn: () => Promise<void>;
  /** Opens a way to one receiver. */
  readonly open: (hook: Webhook) => Line;
  /** Carries out a bot method that came as the answer. */
  readonly onReply: (bot_id: number, content_type: string, body: Buffer) => Promise<void>;
  /** Told of every attempt's end, for the metrics. */
  readonly onAttempt: (outcome: "delivered" | "failed" | "expired") => void;
  readonly onFault: (error: unknown) => void;
}

/** Places read at once. */
const PAGE = 500;
/**
 * Chats whose updates are waited for at once. What belongs to further chats is not looked at before one of these has
 * taken all of its own: memory stays bounded however many chats fail.
 */
const MAX_LANES = 10_000;
/**
 * Updates of one chat that are read at once while no other chat waits for a connection, so that a busy chat need not
 * wait for the store with each of them. No more chats than there are connections can have such updates in memory.
 */
const READ_AHEAD = 32;
/** Characters of them that are kept. */
const READ_AHEAD_CHARACTERS = 128 * 1024;

/** A chat with updates that were seen and are not confirmed. What they say is read when they are sent. */
interface Lane {
  readonly chat: number;
  /** Where its oldest update is looked for, and the newest one seen. */
  first: number;
  last: number;
  /** Attempts of the oldest that failed. */
  attempts: number;
  cancel: CancelTimer | undefined;
  /** Updates that are read already, the oldest first. */
  ahead: EventRow[];
}

/**
 * Every update is seen once, in the stream's order, and only its chat and number are looked at: one that belongs to a
 * chat with others before it makes that chat's lane longer, however much is stuck there. Lanes take turns at the
 * connections, with one update each.
 */
export class Pusher {
  readonly #deps: PusherDeps;
  readonly #hook: Webhook;
  readonly #line: Line;
  readonly #max_lanes: number;
  readonly #confirmations: Confirmations;
  readonly #lanes = new Map<number, Lane>();
  /** Lanes that wait for nothing but a connection; the longest-waiting first. */
  readonly #due: Lane[] = [];
  /** The newest update that was seen. */
  #seen = 0;
  #under_way = 0;
  readonly #looking: Looking;
  /** Looks that failed one after another because the store is away; no lane is served until the next. */
  #away = 0;
  #cancelRest: CancelTimer | undefined;
  /** Counts the calls of `hurry`: what was read before one may not be there any more. */
  #round = 0;
  #paused = false;
  #stopped = false;
  readonly #halt = Promise.withResolvers<void>();
  readonly #end: Promise<void>;
  readonly #ended: () => void;

  constructor(deps: PusherDeps, hook: Webhook, max_lanes = MAX_LANES) {
    this.#deps = deps;
    this.#hook = hook;
    this.#line = deps.open(hook);
    this.#confirmations = new Confirmations(deps, hook.bot_id);
    ({ promise: this.#end, resolve: this.#ended } = Promise.withResolvers<void>());
    this.#max_lanes = max_lanes;
    this.#looking = new Looking(deps, () => this.#look());
  }

  /** Looks for updates that were not seen yet. Called whenever the stream has moved. */
  wake(): void {
    this.#looking.wake();
  }

  /** Begins no further delivery until `hurry`: whether there is still somebody to deliver to is being found out. */
  pause(): void {
    this.#paused = true;
  }

  /** Goes on after a pause, tries at once what waits for its next attempt, and leaves what is under way alone. */
  hurry(): void {
    this.#paused = false;
    this.#round += 1;
    for (const lane of this.#lanes.values()) {
      lane.attempts = 0;
      lane.ahead = [];
      if (!lane.cancel) continue;
      lane.cancel();
      this.#resume(lane);
    }
    this.#send();
    this.wake();
  }

  /** Begins no further delivery. Resolves when none is under way any more: what is still taken is confirmed. */
  stop(): Promise<void> {
    this.#stopped = true;
    this.#looking.stop();
    this.#cancelRest?.();
    this.#halt.resolve();
    this.#confirmations.stop();
    for (const lane of this.#lanes.values()) lane.cancel?.();
    this.#lanes.clear();
    this.#line.close();
    if (this.#under_way === 0) this.#finish();
    return this.#end;
  }

  /** Resolves when the store has forgotten every update that was confirmed so far. */
  written(): Promise<void> {
    return this.#confirmations.written();
  }

  #finish(): void {
    void this.written().then(this.#ended);
  }

  async #look(): Promise<void> {
    for (let more = true; more && !this.#stopped;) {
      const places = await this.#deps.db.read((tx) => placesAfter(tx, this.#hook.bot_id, this.#seen, PAGE));
      if (this.#stopped) return;
      more = places.length === PAGE;
      for (const place of places) {
        if (this.#see(place)) continue;
        more = false;
        break;
      }
      this.#send();
      if (more) await this.#deps.turn();
    }
  }

  /** @returns whether there was room for it */
  #see({ seq, ref }: EventPlace): boolean {
    const lane = this.#lanes.get(ref);
    if (lane) lane.last = seq;
    else {
      if (this.#lanes.size >= this.#max_lanes) return false;
      const opened: Lane = { chat: ref, first: seq, last: seq, attempts: 0, cancel: undefined, ahead: [] };
      this.#lanes.set(ref, opened);
      this.#due.push(opened);
    }
    this.#seen = seq;
    return true;
  }

  #send(): void {
    while (!this.#stopped && !this.#paused && !this.#cancelRest && this.#under_way < this.#hook.max_connections) {
      const lane = this.#due.shift();
      if (!lane) return;
      this.#under_way += 1;
      void this.#serve(lane).finally(() => {
        this.#under_way -= 1;
        if (this.#stopped && this.#under_way === 0) this.#finish();
        this.#send();
      });
    }
  }

  /** Sends a lane's oldest update, and lets the lane wait for its next turn. */
  async #serve(lane: Lane): Promise<void> {
    try {
      if (!(await this.#attempt(lane)) || this.#stopped) return;
      lane.attempts = 0;
      this.#away = 0;
      if (lane.first <= lane.last) this.#due.push(lane);
      else this.#close(lane);
    } catch (error) {
      this.#deps.onFault(error);
      if (error instanceof StoreUnavailable) this.#rest(lane);
      else this.#hold(lane, undefined);
    }
  }

  /** The store is away, which is no fault of this lane's receiver: it comes first when all go on. */
  #rest(lane: Lane): void {
    if (this.#stopped) return;
    this.#due.unshift(lane);
    this.#cancelRest ??= this.#deps.clock.after(pauseAfter(this.#away++), () => {
      this.#cancelRest = undefined;
      this.#send();
    });
  }

  #hold(lane: Lane, retryAfter: string | undefined): void {
    if (this.#stopped) return;
    const { clock, fraction, readDate } = this.#deps;
    const { attempts } = lane;
    const pause_ms = retryPause({ attempts, retry_after: retryAfter, now_ms: clock.now(), fraction, readDate });
    lane.attempts += 1;
    lane.ahead = [];
    lane.cancel = clock.after(pause_ms, () => this.#resume(lane));
  }

  #resume(lane: Lane): void {
    lane.cancel = undefined;
    this.#due.push(lane);
    this.#send();
  }

  #close(lane: Lane): void {
    const full = this.#lanes.size >= this.#max_lanes;
    this.#lanes.delete(lane.chat);
    if (full) this.wake();
  }

  /** @returns whether the update is done with; if not, the lane is held */
  async #attempt(lane: Lane): Promise<boolean> {
    const { bot_id, secret } = this.#hook;
    const { last } = lane;
    const event = lane.ahead.shift() ?? (await this.#read(lane, last));
    if (!event) {
      lane.first = last + 1;
      return true;
    }
    if (event.at + UPDATE_LIFE_S <= Math.floor(this.#deps.retention.now() / 1000)) return this.#expire(lane, event);
    const now_s = Math.floor(this.#deps.clock.now() / 1000);
    const { body, headers } = webhookRequest(bot_id, secret, event, now_s);
    let answer: DeliveryAnswer;
    try {
      answer = await this.#line.send(headers, body);
    } catch (error) {
      return this.#fail(lane, (error as Error).message, undefined);
    }
    if (answer.status < 200 || answer.status > 299) {
      return this.#fail(lane, `Wrong response from the webhook: ${answer.status}`, answer.headers["retry-after"]);
    }
    lane.first = event.seq + 1;
    const full = this.#confirmations.add(event);
    this.#deps.onAttempt("delivered");
    if (answer.fault !== undefined) await this.#noteDropped(answer.fault);
    if (answer.body.length > 0) await this.#carryOut(answer);
    if (full) await full;
    return true;
  }

  /** Reads a lane's oldest update up to `last`, and those behind it while no other lane waits. */
  async #read(lane: Lane, last: number): Promise<EventRow | undefined> {
    const { bot_id } = this.#hook;
    const round = this.#round;
    const limit = this.#due.length > 0 ? 1 : READ_AHEAD;
    const events = await this.#deps.db.read((tx) => eventsAbout(tx, bot_id, lane.chat, lane.first, last, limit));
    const [event, ...others] = events;
    let characters = 0;
    const kept = others.filter(({ body }) => (characters += body.length) <= READ_AHEAD_CHARACTERS);
    lane.ahead = round === this.#round ? kept : [];
    return event;
  }

  /** A reply is carried out once: not before the update cannot come again. */
  async #carryOut({ headers, body }: DeliveryAnswer): Promise<void> {
    await this.written();
    const { onReply, onFault } = this.#deps;
    const reply = () => onReply(this.#hook.bot_id, headers["content-type"] ?? "", body);
    await this.#insist(reply, false).catch(onFault);
  }

  async #noteDropped(fault: string): Promise<void> {
    if (this.#stopped) return;
    const now_s = Math.floor(this.#deps.clock.now() / 1000);
    const sentence = `The reply in the webhook's answer was dropped: ${fault}`;
    await this.#insist(() => this.#deps.db.write((tx) => recordFailure(tx, this.#hook.bot_id, sentence, now_s)), true);
  }

  /**
   * Keeps what follows from a receiver's answer, however long the store is away: the update sent anew would come twice.
   * `twice`: what is in doubt may be done again.
   */
  async #insist(work: () => Promise<void>, twice: boolean): Promise<void> {
    const { clock, onFault } = this.#deps;
    for (let failures = 0; ; failures++) {
      try {
        return await work();
      } catch (error) {
        if (this.#stopped || !(error instanceof StoreUnavailable) || (error.in_doubt && !twice)) throw error;
        onFault(error);
        await rest(clock, pauseAfter(failures), this.#halt.promise);
      }
    }
  }

  async #expire(lane: Lane, event: EventRow): Promise<true> {
    await this.#deps.db.write(async (tx) => {
      await forgetEvents(tx, this.#hook.bot_id, [event.seq]);
      await countExpired(tx, this.#hook.bot_id, 1);
    });
    lane.first = event.seq + 1;
    this.#deps.onAttempt("expired");
    return true;
  }

  async #fail(lane: Lane, sentence: string, retryAfter: string | undefined): Promise<false> {
    // What was cut off because the webhook is another now, or the service goes down, is no fault of the receiver's.
    if (this.#stopped) return false;
    const now_s = Math.floor(this.#deps.clock.now() / 1000);
    await this.#deps.db.write((tx) => recordFailure(tx, this.#hook.bot_id, sentence, now_s));
    this.#hold(lane, retryAfter);
    this.#deps.onAttempt("failed");
    return false;
  }
}
