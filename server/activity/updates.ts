/** Records what becomes of the updates of bots. */
import type { ObservedUpdate } from "../app/messages/update-observer.ts";
import { MAX_ERROR, type BotRecord, type BotRecords, type UpdateEntry } from "./bot-records.ts";
import { fingerprint } from "./fingerprint.ts";
import { flatText } from "./flat-text.ts";

/** An event of a bot's stream: an update with its number. */
export interface NumberedUpdate {
  readonly seq: number;
  readonly kind: string;
  readonly body: string;
  /** Seconds of Unix time. */
  readonly at: number;
}

export class UpdateRecorder {
  readonly #records: BotRecords;
  readonly #now: () => number;

  constructor(records: BotRecords, now: () => number) {
    this.#records = records;
    this.#now = () => Math.floor(now());
  }

  /**
   * A call has made this update, and its transaction is committed.
   * @param body - the JSON that the bot's stream has
   */
  made({ bot_id, kind }: ObservedUpdate, body: string, trace_id: string): void {
    const record = this.#records.of(bot_id);
    const mark = fingerprint(body);
    // It may have been delivered before the transaction's caller was told of the commit.
    const early = record.updates.findNewest((update) => update.trace_id === "" && update.fingerprint === mark);
    if (early) early.trace_id = trace_id;
    else this.#add(record, undefined, mark, kind, this.#now(), trace_id);
  }

  /** A poll returns these updates. */
  polled(bot_id: number, events: readonly NumberedUpdate[]): void {
    if (events.length === 0) return;
    const record = this.#records.of(bot_id);
    const now_ms = this.#now();
    const known = new Map<number | undefined, UpdateEntry>();
    record.updates.forEach((update) => known.set(update.update_id, update));
    for (const event of events) {
      const update = known.get(event.seq) ?? this.#find(record, event);
      update.delivered_by = "poll";
      update.delivered_at_ms = now_ms;
    }
  }

  /**
   * An attempt of the webhook has ended. A delivered update is confirmed by it.
   * @param error - why it has failed; empty if it has not
   */
  attempted(bot_id: number, event: NumberedUpdate, attempt: number, error: string): void {
    const update = this.#find(this.#records.of(bot_id), event);
    update.attempts = attempt;
    update.error = flatText(error, MAX_ERROR);
    if (error !== "") return;
    update.delivered_by = "webhook";
    update.delivered_at_ms = update.confirmed_at_ms = this.#now();
  }

  /** A bot has confirmed its updates up to this one. */
  confirmed(bot_id: number, update_id: number): void {
    this.#records.find(bot_id)?.updates.forEach((update) => {
      if (update.update_id !== undefined && update.update_id <= update_id) this.#end(update);
    });
  }

  /** The updates of a bot that may be in its queue. */
  open(bot_id: number): UpdateEntry[] {
    return this.#records.find(bot_id)?.updates.newestFirst().filter(isOpen) ?? [];
  }

  /**
   * Applies what the store says: another node may have delivered what this one has seen being made.
   * @param queued - the newest updates in the bot's queue, the newest first
   * @param isAll - whether there are no older ones
   * @param open - those that were open before the queue was read
   */
  reconcile(bot_id: number, queued: readonly NumberedUpdate[], isAll: boolean, open: readonly UpdateEntry[]): void {
    if (queued.length === 0 && open.length === 0) return;
    const record = this.#records.of(bot_id);
    const inQueue = new Set(queued.toReversed().map((event) => this.#find(record, event)));
    const oldest = isAll ? 0 : queued.at(-1)!.seq;
    for (const update of open) {
      if (inQueue.has(update) || !isOpen(update)) continue;
      if (isAll || (update.update_id ?? 0) > oldest) this.#end(update);
    }
  }

  /** An update has left the queue. */
  #end(update: UpdateEntry): void {
    if (!isOpen(update)) return;
    if (update.delivered_at_ms === undefined) update.isRemoved = true;
    else update.confirmed_at_ms = this.#now();
  }

  /** The entry of an update in the stream, which has its number from now on. */
  #find(record: BotRecord, { seq, kind, body, at }: NumberedUpdate): UpdateEntry {
    const known = record.updates.findNewest((update) => update.update_id === seq);
    if (known) return known;
    const mark = fingerprint(body);
    const made = record.updates.findNewest((update) => update.update_id === undefined && update.fingerprint === mark);
    const update = made ?? this.#add(record, seq, mark, kind, at * 1000, "");
    update.update_id = seq;
    return update;
  }

  #add(
    record: BotRecord,
    update_id: number | undefined,
    mark: number,
    kind: string,
    at_ms: number,
    trace_id: string,
  ): UpdateEntry {
    const update: UpdateEntry = {
      update_id,
      fingerprint: mark,
      kind,
      at_ms,
      trace_id,
      attempts: 0,
      delivered_at_ms: undefined,
      delivered_by: undefined,
      confirmed_at_ms: undefined,
      isRemoved: false,
      error: "",
    };
    this.#records.addUpdate(record, update);
    return update;
  }
}

function isOpen({ confirmed_at_ms, isRemoved }: UpdateEntry): boolean {
  return !isRemoved && confirmed_at_ms === undefined;
}
