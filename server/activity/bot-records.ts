/** What is kept of each bot in memory: its newest calls and updates. Bounded for one bot, and for all of them together. */
import { Ring } from "./ring.ts";

/** A call of a bot, without its parameters and its result. */
export interface CallEntry {
  /** When it was answered, in milliseconds of the service's clock. */
  at_ms: number;
  readonly method: string;
  readonly status: number;
  duration_us: number;
  trace_id: string;
  /** What was wrong, as the response says it; empty if nothing was. */
  readonly error: string;
  /** Polls that follow each other are one entry. */
  count: number;
}

/**
 * `removed`: it has left the queue without a delivery, as by `drop_pending_updates` or after 24 hours. `left`: it has
 * left the queue while there were other nodes, and one of them may have delivered it.
 */
export type UpdateState = "not_made" | "queued" | "delivered" | "confirmed" | "removed" | "left";

/** An update of a bot, without its content. */
export interface UpdateEntry {
  readonly bot_id: number;
  /** 0 if it was not made. */
  readonly update_id: number;
  readonly kind: string;
  readonly chat_id: number;
  /** The message that it is about, if that is known here. */
  message_id: number | undefined;
  readonly at_ms: number;
  /** The trace of the call that has caused it; empty if it is not known here. */
  trace_id: string;
  state: UpdateState;
  /** Attempts of the webhook to deliver it. */
  attempts: number;
  delivered_at_ms: number | undefined;
  delivered_by: "poll" | "webhook" | undefined;
  confirmed_at_ms: number | undefined;
  /** Why the last attempt of the webhook has failed; empty if it has not. */
  error: string;
}

export interface BotRecord {
  readonly bot_id: number;
  readonly calls: Ring<CallEntry>;
  /** By number, in the order in which they became known. */
  readonly updates: Map<number, UpdateEntry>;
  last_failed: CallEntry | undefined;
  /** When a poll was last answered. */
  last_poll_ms: number | undefined;
  /** Polls that wait for an update now. */
  polls: number;
  /** The bytes that it counts as. */
  bytes: number;
  used_ms: number;
}

export interface RecordLimits {
  /** Calls of one bot, and updates of one bot. */
  readonly entries: number;
  /** Bytes of the records of all bots. */
  readonly bytes: number;
  /** A record of a bot that has done nothing for so long is dropped. */
  readonly idle_ms: number;
}

/** A bot with all its entries counts as 101 KB, so there is room for 330 of them, or for 5,600 bots with ten entries each. */
export const RECORD_LIMITS: RecordLimits = { entries: 100, bytes: 32 * 1024 * 1024, idle_ms: 24 * 3600 * 1000 };

/** Characters that are kept of an error. */
export const MAX_ERROR = 200;

/** What a record and its entries take in the heap at most, each with an error of `MAX_ERROR` characters. A call without one takes 160. */
export const RECORD_BYTES = { bot: 900, call: 400, update: 600 };

const SWEEP_MS = 3600 * 1000;

export class BotRecords {
  readonly #limits: RecordLimits;
  readonly #now: () => number;
  /** The one that was used last is the last. */
  readonly #bots = new Map<number, BotRecord>();
  #last: BotRecord | undefined;
  #bytes = 0;
  #sweep_ms = 0;

  constructor(now: () => number, limits = RECORD_LIMITS) {
    this.#now = now;
    this.#limits = limits;
  }

  /** Bytes that the records count as. */
  get bytes(): number {
    return this.#bytes;
  }

  find(bot_id: number): BotRecord | undefined {
    return this.#bots.get(bot_id);
  }

  /** The record of a bot, which is in use from now on. */
  of(bot_id: number): BotRecord {
    const now_ms = this.#now();
    if (now_ms >= this.#sweep_ms) this.#dropIdle(now_ms);
    let record = this.#last;
    if (record?.bot_id !== bot_id) {
      record = this.#bots.get(bot_id);
      if (record) this.#bots.delete(bot_id);
      else record = this.#create(bot_id);
      this.#bots.set(bot_id, record);
      this.#last = record;
    }
    record.used_ms = now_ms;
    return record;
  }

  addCall(record: BotRecord, call: CallEntry): void {
    if (!record.calls.add(call)) this.#count(record, RECORD_BYTES.call);
  }

  addUpdate(record: BotRecord, update: UpdateEntry): void {
    const { updates } = record;
    updates.set(update.update_id, update);
    if (updates.size <= this.#limits.entries) this.#count(record, RECORD_BYTES.update);
    else updates.delete(updates.keys().next().value!);
  }

  #create(bot_id: number): BotRecord {
    const { entries } = this.#limits;
    this.#bytes += RECORD_BYTES.bot;
    return {
      bot_id,
      calls: new Ring(entries),
      updates: new Map(),
      last_failed: undefined,
      last_poll_ms: undefined,
      polls: 0,
      bytes: RECORD_BYTES.bot,
      used_ms: 0,
    };
  }

  #count(record: BotRecord, bytes: number): void {
    // A call that has taken long may end after the record of its bot was dropped.
    if (this.#bots.get(record.bot_id) !== record) return;
    record.bytes += bytes;
    this.#bytes += bytes;
    for (const oldest of this.#bots.values()) {
      if (this.#bytes <= this.#limits.bytes || oldest === record) break;
      this.#drop(oldest);
    }
  }

  #dropIdle(now_ms: number): void {
    this.#sweep_ms = now_ms + SWEEP_MS;
    for (const record of this.#bots.values()) if (record.used_ms + this.#limits.idle_ms <= now_ms) this.#drop(record);
  }

  #drop(record: BotRecord): void {
    this.#bots.delete(record.bot_id);
    this.#bytes -= record.bytes;
    if (this.#last === record) this.#last = undefined;
  }
}
