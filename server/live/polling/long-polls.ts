/** Long polling: `getUpdates` on a bot's stream (behaviour.md §6). */
import { streamState, trimStream, type EventRow, type StreamRow } from "../../store/queries/streams/streams.ts";
import { findEventsBefore } from "../../store/queries/streams/trimming.ts";
import { findWebhook } from "../../store/queries/bots/webhooks.ts";
import type { Db, ReadTx } from "../../store/db.ts";
import type { Clock } from "../../ports/clock.ts";
import type { RetentionClock } from "../../ports/retention-clock.ts";
import type { StreamNotifier } from "../stream-notifier.ts";
import { markDeliveredUpTo } from "../delivery-receipts.ts";
import { updateJson } from "../update-json.ts";
import type { UpdateLife } from "../update-life.ts";
import { mixed, type DeliveryFaults } from "../delivery-faults.ts";
import { NO_UPDATES, readPendingUpdates, type PendingUpdates } from "./pending-updates.ts";
import type { PollTurns } from "./poll-turns.ts";

export type PollConflict = "WEBHOOK_ACTIVE" | "OTHER_POLL" | "WEBHOOK_SET" | "UNAUTHORIZED";
/** The JSON of the updates, separated by commas; empty if there are none. */
export interface PolledUpdates {
  readonly json: string;
}
export type PollResult = PolledUpdates | PollConflict;

export interface PollOptions {
  readonly offset: number;
  readonly limit: number;
  readonly timeout_s: number;
  readonly signal: AbortSignal | undefined;
  /** Checked in the transaction of the first read, and after `LongPolls.recheck`. */
  readonly isStillCaller?: (tx: ReadTx) => Promise<boolean>;
}

/** An offset further past the newest id than this comes from another server, and is ignored. */
const OFFSET_SLACK = 10;
/** A conflict within this time after another one is answered at the end of it. */
const CONFLICT_DELAY_MS = 3000;
/** Expired updates that one transaction removes at most. */
const EXPIRED_AT_ONCE = 500;

/** A `getUpdates` call that is waiting or reading. */
interface PollCall {
  /** Set when the call must return this result, and no updates. */
  ended: PollResult | undefined;
  /** There were notifications since the last read began. */
  isStale: boolean;
  /** The caller's credential and the bot's webhook must be checked in the next read. */
  mustCheck: boolean;
  /** The newest event when the stream was read. The first read finds all that there is. */
  last_seq: number;
  /** Whether it has found nothing and may wait. */
  mayWait: boolean;
  /** The updates that were read last. */
  read: PendingUpdates;
  /** Ends the wait. */
  wake: () => void;
}

/** Notified of what becomes of updates. */
export interface PollObserver {
  /** Whether `polled` needs the rows of a bot's updates after `first` up to `last`, of which there are `count`. */
  needsRows(bot_id: number, first: number, last: number, count: number): boolean;
  /** A poll returns these updates, and those after them up to `last`. */
  polled(bot_id: number, events: readonly EventRow[], last: number): void;
  /** A bot has confirmed its updates up to this one. */
  confirmed(bot_id: number, update_id: number): void;
}

export interface PollDeps {
  readonly observer?: PollObserver | undefined;
  readonly faults?: DeliveryFaults | undefined;
  readonly db: Db;
  readonly notifier: StreamNotifier;
  readonly clock: Clock;
  readonly retention: RetentionClock;
  readonly updateLife: UpdateLife;
  readonly turns: PollTurns;
}

export class LongPolls {
  readonly #deps: PollDeps;
  readonly #calls = new Map<number, Set<PollCall>>();
  readonly #conflicts = new Map<number, number>();
  #waiting = 0;
  #draining = false;

  constructor(deps: PollDeps) {
    this.#deps = deps;
  }

  /** Polls that are waiting at the moment. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Confirms what `offset` confirms, then returns the pending updates or waits for some. */
  async poll(bot_id: number, options: PollOptions): Promise<PollResult> {
    const call: PollCall = {
      ended: undefined,
      isStale: false,
      mustCheck: true,
      last_seq: Number.POSITIVE_INFINITY,
      mayWait: false,
      read: NO_UPDATES,
      wake: () => {},
    };
    const endCall = this.#beginCall(bot_id, call);
    // The watch starts before the first read, so that no event is missed between reading and waiting.
    const unwatch = this.#deps.notifier.watch(
      bot_id,
      () => {
        call.isStale = true;
        call.wake();
      },
      () => call.last_seq,
    );
    let endTurn = () => {};
    try {
      const first = await this.#readChecked(bot_id, call, options);
      if (first === "WEBHOOK_ACTIVE") return await this.#conflict(bot_id, first);
      if (typeof first === "string" || first.json !== "" || options.timeout_s === 0)
        return this.#observed(bot_id, call, first);
      call.mayWait = true;
      endTurn = this.#deps.turns.begin(bot_id, () => end(call, "OTHER_POLL"));
      const result = await this.#waitForUpdates(bot_id, call, options);
      if (result === "OTHER_POLL") return await this.#conflict(bot_id, result);
      return result === "WEBHOOK_ACTIVE" ? "WEBHOOK_SET" : this.#observed(bot_id, call, result);
    } finally {
      endTurn();
      unwatch();
      endCall();
    }
  }

  /**
   * A bot's token, suspension or webhook may have changed: its polls check them before they return anything, those that
   * are reading as well.
   */
  recheck(bot_id: number): void {
    for (const call of this.#calls.get(bot_id) ?? []) {
      call.mustCheck = true;
      call.isStale = true;
      call.wake();
    }
  }

  /** The same for all bots. */
  recheckAll(): void {
    for (const bot_id of this.#calls.keys()) this.recheck(bot_id);
  }

  /** Ends a bot's waiting polls with an empty result. */
  release(bot_id: number): void {
    for (const call of this.#calls.get(bot_id) ?? []) if (call.mayWait) end(call, NO_UPDATES);
  }

  /** Ends every waiting poll with an empty result. Later polls do not wait. */
  drain(): void {
    this.#draining = true;
    for (const calls of this.#calls.values()) for (const call of calls) call.wake();
  }

  /** Notifies the observer of the updates that a poll returns. */
  #observed(bot_id: number, call: PollCall, result: PollResult): PollResult {
    const { observer, faults } = this.#deps;
    const { rows, last } = call.read;
    if (!observer || typeof result === "string" || result !== call.read) return result;
    const isWhole = rows.at(-1)?.seq === last;
    if (!isWhole || !faults?.mixesUpdates()) {
      observer.polled(bot_id, rows, last);
      return result;
    }
    const delivered = mixed(faults, bot_id, rows);
    observer.polled(bot_id, delivered, last);
    return { json: delivered.map(updateJson).join(",") };
  }

  /** @returns a function to call when it has ended */
  #beginCall(bot_id: number, call: PollCall): () => void {
    const calls = this.#calls.get(bot_id) ?? new Set();
    this.#calls.set(bot_id, calls.add(call));
    return () => {
      calls.delete(call);
      if (calls.size === 0) this.#calls.delete(bot_id);
    };
  }

  /** Waits for updates, the end of the time, or a reason to return a conflict. */
  async #waitForUpdates(bot_id: number, call: PollCall, options: PollOptions): Promise<PollResult> {
    const { clock } = this.#deps;
    const deadline_ms = clock.elapsed() + options.timeout_s * 1000;
    // A negative offset counts from the end, so it is applied once.
    const later = { ...options, offset: Math.max(0, options.offset) };
    for (;;) {
      if (!call.isStale && !call.ended && !this.#draining) await this.#wait(call, options.signal, deadline_ms);
      if (call.ended) return call.ended;
      if (this.#draining || !call.isStale) return NO_UPDATES;
      const batch = await this.#readChecked(bot_id, call, later);
      if (typeof batch === "string" || batch.json !== "") return batch;
    }
  }

  /** Resolves at a notification, at the deadline, when the client disconnects, and when the poll is ended. */
  async #wait(call: PollCall, signal: AbortSignal | undefined, deadline_ms: number): Promise<void> {
    const { clock } = this.#deps;
    const woken = Promise.withResolvers<void>();
    call.wake = woken.resolve;
    const cancel = clock.after(Math.max(0, deadline_ms - clock.elapsed()), call.wake);
    signal?.addEventListener("abort", call.wake);
    if (signal?.aborted) call.wake();
    this.#waiting++;
    await woken.promise;
    this.#waiting--;
    call.wake = () => {};
    cancel();
    signal?.removeEventListener("abort", woken.resolve as () => void);
  }

  /** Delays a conflict that follows another one, so that two clients of one bot do not poll in a tight loop. */
  async #conflict(bot_id: number, reason: PollConflict): Promise<PollConflict> {
    const { clock } = this.#deps;
    const now_ms = clock.elapsed();
    const last_ms = this.#conflicts.get(bot_id) ?? Number.NEGATIVE_INFINITY;
    this.#conflicts.set(bot_id, now_ms);
    const pause_ms = last_ms + CONFLICT_DELAY_MS - now_ms;
    if (pause_ms > 0) await new Promise<void>((done) => clock.after(pause_ms, done));
    return reason;
  }

  /** Reads until nothing has changed meanwhile about the bot. */
  async #readChecked(bot_id: number, call: PollCall, options: PollOptions): Promise<PollResult> {
    for (;;) {
      const { mustCheck } = call;
      call.mustCheck = false;
      call.isStale = false;
      const batch = await this.#read(bot_id, call, options, mustCheck);
      if (call.ended) return call.ended;
      if (!call.mustCheck || typeof batch === "string") return batch;
    }
  }

  async #read(
    bot_id: number,
    call: PollCall,
    options: PollOptions,
    mustCheck: boolean,
  ): Promise<PendingUpdates | "UNAUTHORIZED" | "WEBHOOK_ACTIVE"> {
    const found = await this.#deps.db.read(async (tx) => {
      if (mustCheck && options.isStillCaller && !(await options.isStillCaller(tx))) return "UNAUTHORIZED" as const;
      if (await findWebhook(tx, bot_id)) return "WEBHOOK_ACTIVE" as const;
      const state = await streamState(tx, bot_id);
      if (!state) return { last_seq: 0, delivered_up_to: 0, confirm: 0, isMore: false, page: NO_UPDATES };
      const confirm = confirmedBy(options.offset, state);
      // A negative offset removes updates that the bot has not received, so they do not count as delivered.
      const delivered_up_to = options.offset > 0 ? confirm : 0;
      const page = await this.#readPending(tx, bot_id, Math.max(confirm, state.trimmed_seq), options.limit);
      const read = { last_seq: state.last_seq, delivered_up_to, confirm, isMore: false, page };
      // The times of a stream never decrease: if the oldest has not expired, none has.
      const cutoff_s = Math.floor(this.#deps.retention.now() / 1000) - this.#deps.updateLife.seconds;
      const [oldest] = page.rows;
      if (oldest === undefined || oldest.at > cutoff_s) return read;
      const { seq = 0, isMore } = await findEventsBefore(tx, bot_id, cutoff_s + 1, EXPIRED_AT_ONCE);
      const expired = Math.max(confirm, seq);
      return {
        ...read,
        confirm: expired,
        isMore,
        page: await this.#readPending(tx, bot_id, expired, options.limit),
      };
    });
    if (typeof found === "string") return found;
    const { delivered_up_to, confirm } = found;
    call.last_seq = found.last_seq;
    if (confirm > 0) {
      await this.#deps.db.write(async (tx) => {
        if (delivered_up_to > 0) await markDeliveredUpTo(tx, bot_id, delivered_up_to);
        await trimStream(tx, bot_id, confirm);
      }, "confirm");
      this.#deps.observer?.confirmed(bot_id, confirm);
    }
    call.read = found.page;
    return found.isMore ? this.#read(bot_id, call, options, mustCheck) : found.page;
  }

  #readPending(tx: ReadTx, bot_id: number, seq: number, limit: number): Promise<PendingUpdates> {
    const { observer, faults } = this.#deps;
    return readPendingUpdates(
      tx,
      bot_id,
      seq,
      limit,
      (...more) => (faults?.mixesUpdates() ?? false) || (observer?.needsRows(bot_id, ...more) ?? false),
    );
  }
}

/** Ends a poll with this result. */
function end(call: PollCall, result: PollResult): void {
  call.ended ??= result;
  call.wake();
}

/** The highest `update_id` an offset confirms; 0 when it confirms nothing new (behaviour.md §6). */
export function confirmedBy(offset: number, { last_seq, trimmed_seq }: StreamRow): number {
  const upTo = offset < 0 ? last_seq + offset : offset - 1;
  if (offset > last_seq + OFFSET_SLACK) return 0;
  return upTo > trimmed_seq ? Math.min(upTo, last_seq) : 0;
}
