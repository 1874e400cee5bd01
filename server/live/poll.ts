/** Long polling: `getUpdates` on a bot's stream (behaviour.md §6). */
import { eventsAfter, streamState, trimStream, type EventRow, type StreamRow } from "../store/streams.ts";
import { findOlder, type Older } from "../store/trimming.ts";
import { findWebhook } from "../store/webhooks.ts";
import type { Db, ReadTx } from "../store/db.ts";
import type { Clock } from "../ports/clock.ts";
import type { RetentionClock } from "../ports/retention-clock.ts";
import type { Hub } from "./hub.ts";
import { deliverUpTo } from "./taken.ts";
import { UPDATE_LIFE_S, updateText } from "./update-text.ts";

export type PollConflict = "WEBHOOK_ACTIVE" | "OTHER_POLL" | "WEBHOOK_SET" | "UNAUTHORIZED";
export type PollAnswer = readonly string[] | PollConflict;

export interface PollWish {
  readonly offset: number;
  readonly limit: number;
  readonly timeout_s: number;
  readonly gone: AbortSignal | undefined;
  /** Asked with the first look; a token that is replaced later ends the poll by `end`. */
  readonly isStillCaller?: (tx: ReadTx) => Promise<boolean>;
}

/** An offset further past the newest id than this is a leftover of another server, and ignored. */
const OFFSET_SLACK = 10;
/** Repeated conflicts within this time are held back to its end. */
const CONFLICT_PAUSE_MS = 3000;
/** A batch ends near this many characters, so that no client drowns in one answer. */
const BATCH_CHARACTERS = 4 * 1024 * 1024;
/** Updates that are forgotten in one transaction because they are too old. */
const EXPIRED_AT_ONCE = 500;
const NONE_OLDER = { seq: undefined, isMore: false };

interface Waiter {
  /** Ends the wait with an answer instead of news. */
  readonly end: (answer: PollAnswer) => void;
}

/** One call that is under way, waiting or reading. */
interface Visit {
  /** Set once the call must not answer with updates any more. */
  ended: PollConflict | undefined;
}

export class Polls {
  readonly #db: Db;
  readonly #hub: Hub;
  readonly #clock: Clock;
  readonly #retention: RetentionClock;
  readonly #waiters = new Map<number, Waiter>();
  readonly #visits = new Map<number, Set<Visit>>();
  readonly #conflicts = new Map<number, number>();
  #draining = false;

  constructor(db: Db, hub: Hub, clock: Clock, retention: RetentionClock) {
    this.#db = db;
    this.#hub = hub;
    this.#clock = clock;
    this.#retention = retention;
  }

  /** Polls that wait at the moment. */
  get waiting(): number {
    return this.#waiters.size;
  }

  /** Confirms what `offset` says, then answers with what there is, or waits for it. */
  async take(bot_id: number, wish: PollWish): Promise<PollAnswer> {
    const visit = this.#enter(bot_id);
    let moved = false;
    let wake: (() => void) | undefined;
    // Watching starts before the first read, so that nothing can fall between reading and waiting.
    const unwatch = this.#hub.watch(bot_id, () => {
      moved = true;
      wake?.();
    });
    try {
      let batch = await this.#read(bot_id, wish);
      if (visit.ended) return visit.ended;
      if (typeof batch === "string" || batch.length > 0 || wish.timeout_s === 0) return batch;
      this.#waiters.get(bot_id)?.end("OTHER_POLL");
      const deadline_ms = this.#clock.elapsed() + wish.timeout_s * 1000;
      for (;;) {
        if (this.#draining) return [];
        if (!moved) {
          const ended = await this.#wait(bot_id, wish, deadline_ms, (on) => (wake = on));
          if (ended) return ended === "OTHER_POLL" ? await this.#conflict(bot_id, ended) : ended;
        }
        moved = false;
        const { isStillCaller: _asked, ...rest } = wish;
        batch = await this.#read(bot_id, { ...rest, offset: Math.max(0, wish.offset) });
        if (visit.ended) return visit.ended;
        if (typeof batch === "string" || batch.length > 0) return batch;
      }
    } finally {
      unwatch();
      this.#leave(bot_id, visit);
    }
  }

  /** Ends a bot's polls, also one that is just reading: a webhook was set, or the token is worth nothing any more. */
  end(bot_id: number, reason: PollConflict): void {
    for (const visit of this.#visits.get(bot_id) ?? []) visit.ended = reason;
    this.#waiters.get(bot_id)?.end(reason);
  }

  #enter(bot_id: number): Visit {
    const visit: Visit = { ended: undefined };
    const visits = this.#visits.get(bot_id);
    if (visits) visits.add(visit);
    else this.#visits.set(bot_id, new Set([visit]));
    return visit;
  }

  #leave(bot_id: number, visit: Visit): void {
    const visits = this.#visits.get(bot_id)!;
    visits.delete(visit);
    if (visits.size === 0) this.#visits.delete(bot_id);
  }

  /** Answers a bot's waiting poll with nothing. */
  release(bot_id: number): void {
    this.#waiters.get(bot_id)?.end([]);
  }

  /** Answers every waiting poll with `[]`, and lets none wait from now on. */
  drain(): void {
    this.#draining = true;
    for (const waiter of [...this.#waiters.values()]) waiter.end([]);
  }

  /** Waits for news, the deadline, or the end. @returns what ended the wait, `undefined` for news */
  #wait(
    bot_id: number,
    wish: PollWish,
    deadline_ms: number,
    onWake: (wake: (() => void) | undefined) => void,
  ): Promise<PollAnswer | undefined> {
    return new Promise((resolve) => {
      const finish = (answer: PollAnswer | undefined) => {
        cancel();
        onWake(undefined);
        wish.gone?.removeEventListener("abort", leave);
        if (this.#waiters.get(bot_id) === waiter) this.#waiters.delete(bot_id);
        resolve(answer);
      };
      const waiter: Waiter = { end: finish };
      const leave = () => finish([]);
      const cancel = this.#clock.after(Math.max(0, deadline_ms - this.#clock.elapsed()), () => finish([]));
      this.#waiters.set(bot_id, waiter);
      onWake(() => finish(undefined));
      if (wish.gone?.aborted) leave();
      else wish.gone?.addEventListener("abort", leave);
    });
  }

  /** A conflict soon after another is answered late, or two clients of one bot would spin. */
  async #conflict(bot_id: number, reason: PollConflict): Promise<PollConflict> {
    const now_ms = this.#clock.elapsed();
    const last_ms = this.#conflicts.get(bot_id) ?? Number.NEGATIVE_INFINITY;
    this.#conflicts.set(bot_id, now_ms);
    const pause_ms = last_ms + CONFLICT_PAUSE_MS - now_ms;
    if (pause_ms > 0) await new Promise<void>((done) => this.#clock.after(pause_ms, done));
    return reason;
  }

  async #read(bot_id: number, wish: PollWish): Promise<string[] | PollConflict> {
    const look = await this.#db.read(async (tx) => {
      if (wish.isStillCaller && !(await wish.isStillCaller(tx))) return "UNAUTHORIZED" as const;
      if (await findWebhook(tx, bot_id)) return "WEBHOOK_ACTIVE" as const;
      const state = await streamState(tx, bot_id);
      if (!state) return { taken: 0, confirm: 0, isMore: false, events: [] };
      const named = confirmedBy(wish.offset, state);
      const { seq = 0, isMore } = await this.#expired(tx, bot_id, state);
      const confirm = Math.max(named, seq);
      // A negative offset forgets what nobody has taken.
      const taken = wish.offset > 0 ? named : 0;
      return {
        taken,
        confirm,
        isMore,
        events: await eventsAfter(tx, bot_id, Math.max(confirm, state.tail), wish.limit),
      };
    });
    if (look === "UNAUTHORIZED") return look;
    if (look === "WEBHOOK_ACTIVE") return this.#conflict(bot_id, look);
    const { taken, confirm } = look;
    if (confirm > 0) {
      await this.#db.write(async (tx) => {
        if (taken > 0) await deliverUpTo(tx, bot_id, taken);
        await trimStream(tx, bot_id, confirm);
      });
    }
    return look.isMore ? this.#read(bot_id, wish) : inBounds(look.events);
  }

  /** Up to where the oldest updates are too old to be kept, and whether those after them are, too. */
  async #expired(tx: ReadTx, bot_id: number, { head, tail }: StreamRow): Promise<Pick<Older, "seq" | "isMore">> {
    if (head === tail) return NONE_OLDER;
    const cutoff_s = Math.floor(this.#retention.now() / 1000) - UPDATE_LIFE_S;
    const [oldest] = await eventsAfter(tx, bot_id, tail, 1);
    if (!oldest || oldest.at > cutoff_s) return NONE_OLDER;
    return findOlder(tx, bot_id, cutoff_s + 1, EXPIRED_AT_ONCE);
  }
}

/** The highest `update_id` an offset confirms; 0 when it confirms nothing new (behaviour.md §6). */
export function confirmedBy(offset: number, { head, tail }: StreamRow): number {
  const upTo = offset < 0 ? head + offset : offset - 1;
  if (offset > head + OFFSET_SLACK) return 0;
  return upTo > tail ? Math.min(upTo, head) : 0;
}

/** Updates as text, `update_id` first and the kind second. */
function inBounds(events: readonly EventRow[]): string[] {
  const updates: string[] = [];
  let characters = 0;
  for (const event of events) {
    characters += event.body.length;
    if (updates.length > 0 && characters > BATCH_CHARACTERS) break;
    updates.push(updateText(event));
  }
  return updates;
}
