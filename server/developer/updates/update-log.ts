/**
 * The log of updates: each one's life from the call that caused it to its confirmation, or the reason why it was not
 * made.
 */
import type { NoUpdateReason, ObservedUpdate } from "../../app/messages/update-observer.ts";
import { shownJson } from "../hide-secrets.ts";
import { RecordLog, type LogRecord } from "../record-log.ts";

/**
 * `removed`: the update left the queue in another way, such as `drop_pending_updates` or the end of its 24 hours.
 */
export type UpdateState = "not_made" | "queued" | "delivered" | "confirmed" | "removed";

/** A step in the life of an update after it was queued. */
export interface UpdateStep {
  readonly at_ms: number;
  readonly what: "poll" | "webhook" | "webhook_failed" | "confirmed" | "removed";
}

export interface RecordedUpdate extends LogRecord {
  readonly bot_id: number;
  /** `null` for an update that was not made, and as long as its number is not known. */
  update_id: number | null;
  readonly kind: string;
  readonly chat_id: number;
  message_id: number | null;
  /** The trace of the call that caused it. */
  trace_id: string | null;
  state: UpdateState;
  readonly reason: NoUpdateReason | null;
  readonly at_ms: number;
  body: string | null;
  readonly steps: UpdateStep[];
}

/** An event of a bot's stream: an update with its number. */
export interface NumberedUpdate {
  readonly seq: number;
  readonly kind: string;
  readonly ref: number;
  readonly body: string;
}

/** What is known of one bot's updates that are not over. */
interface BotUpdates {
  /** Made, with their whole bodies, but not seen in the stream yet. */
  readonly made: Map<string, RecordedUpdate[]>;
  /** Seen in the stream before the call that made them has ended. */
  readonly early: Map<string, RecordedUpdate[]>;
  readonly byNumber: Map<number, RecordedUpdate>;
}

const LIMITS = { records: 10_000, bytes: 32 * 1024 * 1024 };
const RECORD_BYTES = 400;
/** Steps of one update that are kept: a webhook may fail for a day. */
const MAX_STEPS = 50;

export class UpdateLog {
  readonly log = new RecordLog<RecordedUpdate>(LIMITS, (record) => this.#forget(record));
  readonly #now: () => number;
  readonly #bots = new Map<number, BotUpdates>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A call has made this update, and its transaction is committed. @param body - the JSON that the bot's stream has */
  made(update: ObservedUpdate, body: string, trace_id: string): void {
    const { bot_id, kind, chat_id, message_id = null } = update;
    const early = take(this.#of(bot_id).early, keyOf(kind, chat_id, body));
    if (early) {
      early.trace_id = trace_id;
      early.message_id = message_id;
      this.log.put(early, early.bytes);
      return;
    }
    const record = this.#record({ bot_id, kind, chat_id, message_id, trace_id, reason: null, body });
    add(this.#of(bot_id).made, keyOf(kind, chat_id, body), record);
  }

  /** What happened in a call, whose transaction is committed, has made no update for the bot. */
  notMade(update: ObservedUpdate, reason: NoUpdateReason, trace_id: string): void {
    const { bot_id, kind, chat_id, message_id = null } = update;
    this.#record({ bot_id, kind, chat_id, message_id, trace_id, reason });
  }

  /** Bots with updates that are not over. */
  open(): number[] {
    const isOpen = ({ byNumber, made }: BotUpdates) => made.size > 0 || [...byNumber.values()].some(isUnended);
    return [...this.#bots].filter(([, bot]) => isOpen(bot)).map(([id]) => id);
  }

  /** The updates of a bot whose numbers are not known. */
  unnumbered(bot_id: number): RecordedUpdate[] {
    return [...(this.#bots.get(bot_id)?.made.values() ?? [])].flat();
  }

  /**
   * Tells which updates are in a bot's queue.
   * @param gone - updates that are in the queue only if they are among these events
   */
  reconcile(
    bot_id: number,
    { events, tail }: { readonly events: readonly NumberedUpdate[]; readonly tail: number },
    gone: readonly RecordedUpdate[],
  ): void {
    for (const event of events) this.#find(bot_id, event);
    this.#endUpTo(bot_id, tail, () => "removed");
    const made = this.#of(bot_id).made;
    for (const record of gone) {
      const key = keyOf(record.kind, record.chat_id, record.body!);
      const rest = made.get(key);
      if (!rest?.includes(record)) continue;
      if (rest.length > 1)
        made.set(
          key,
          rest.filter((each) => each !== record),
        );
      else made.delete(key);
      this.#step(record, "removed", "removed");
    }
  }

  /** A poll has returned these updates. */
  polled(bot_id: number, events: readonly NumberedUpdate[]): void {
    for (const event of events) this.#step(this.#find(bot_id, event), "poll", "delivered");
  }

  /** A webhook attempt has ended. The receiver's 2xx delivers and confirms the update. */
  attempted(bot_id: number, event: NumberedUpdate, isDelivered: boolean): void {
    const record = this.#find(bot_id, event);
    this.#step(record, isDelivered ? "webhook" : "webhook_failed", isDelivered ? "delivered" : record.state);
    // Its number stays known until the queue has moved past it.
    if (isDelivered) this.#step(record, "confirmed", "confirmed");
  }

  /** A bot has confirmed its updates up to this one. */
  confirmed(bot_id: number, update_id: number): void {
    this.#endUpTo(bot_id, update_id, ({ state }) => (state === "delivered" ? "confirmed" : "removed"));
  }

  #record(
    known: Pick<RecordedUpdate, "bot_id" | "kind" | "chat_id" | "message_id" | "trace_id" | "reason"> & {
      readonly body?: string | undefined;
    },
  ): RecordedUpdate {
    const body = known.body === undefined ? null : known.body;
    const record: RecordedUpdate = {
      ...known,
      id: this.log.nextId(),
      revision: 0,
      bytes: 0,
      update_id: null,
      state: known.reason === null ? "queued" : "not_made",
      at_ms: this.#now(),
      body,
      steps: [],
    };
    this.log.put(record, RECORD_BYTES + (body?.length ?? 0));
    return record;
  }

  /** The record of an update in the stream, which has its number from now on. */
  #find(bot_id: number, { seq, kind, ref, body }: NumberedUpdate): RecordedUpdate {
    const bot = this.#of(bot_id);
    const known = bot.byNumber.get(seq);
    if (known) return known;
    const key = keyOf(kind, ref, body);
    let record = take(bot.made, key);
    if (!record) {
      record = this.#record({ bot_id, kind, chat_id: ref, message_id: null, trace_id: null, reason: null, body });
      add(bot.early, key, record);
    }
    record.update_id = seq;
    bot.byNumber.set(seq, record);
    // The update that was removed to make room for this record may have been the last of the bot.
    this.#bots.set(bot_id, bot);
    return record;
  }

  #step(record: RecordedUpdate, what: UpdateStep["what"], state: UpdateState): void {
    if (record.steps.length < MAX_STEPS) record.steps.push({ at_ms: this.#now(), what });
    record.state = state;
    this.log.put(record, record.bytes);
  }

  /** The queue has moved past these updates. */
  #endUpTo(bot_id: number, seq: number, stateOf: (record: RecordedUpdate) => "confirmed" | "removed"): void {
    const byNumber = this.#bots.get(bot_id)?.byNumber;
    for (const [number, record] of [...(byNumber ?? [])]) {
      if (number > seq) continue;
      byNumber!.delete(number);
      const state = stateOf(record);
      if (isUnended(record)) this.#step(record, state, state);
    }
  }

  #of(bot_id: number): BotUpdates {
    let bot = this.#bots.get(bot_id);
    if (!bot) this.#bots.set(bot_id, (bot = { made: new Map(), early: new Map(), byNumber: new Map() }));
    return bot;
  }

  /** Drops what refers to a record that has left the log. */
  #forget(record: RecordedUpdate): void {
    const bot = this.#bots.get(record.bot_id);
    if (!bot) return;
    if (record.update_id !== null) bot.byNumber.delete(record.update_id);
    if (record.body === null) return;
    const key = keyOf(record.kind, record.chat_id, record.body);
    for (const map of [bot.made, bot.early]) {
      const rest = map.get(key)?.filter((each) => each !== record) ?? [];
      if (rest.length > 0) map.set(key, rest);
      else map.delete(key);
    }
    if (bot.made.size + bot.early.size + bot.byNumber.size === 0) this.#bots.delete(record.bot_id);
  }
}

function isUnended({ state }: RecordedUpdate): boolean {
  return state === "queued" || state === "delivered";
}

/** The body of a recorded update as it is shown. */
export function shownBody({ body }: RecordedUpdate): string | null {
  return body === null ? null : shownJson(body);
}

/** A stream's events have no other identity before they are numbered. */
function keyOf(kind: string, ref: number, body: string): string {
  return `${kind} ${ref} ${body}`;
}

function add(map: Map<string, RecordedUpdate[]>, key: string, record: RecordedUpdate): void {
  const same = map.get(key);
  if (same) same.push(record);
  else map.set(key, [record]);
}

function take(map: Map<string, RecordedUpdate[]>, key: string): RecordedUpdate | undefined {
  const same = map.get(key);
  const first = same?.shift();
  if (same?.length === 0) map.delete(key);
  return first;
}
