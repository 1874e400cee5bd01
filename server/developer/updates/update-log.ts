/**
 * The log of updates: each one's life from the call that caused it to its confirmation, or the reason why it was not
 * made. It is a view of what the recorder of `server/activity` knows, besides with bodies and steps.
 */
import type { NoUpdateReason } from "@heliogram/shared/updates.ts";
import type { UpdateEntry } from "../../activity/bot-records.ts";
import type { UpdateLog as UpdateView, UpdateStep } from "../../activity/updates.ts";
import { shownJson } from "../hide-secrets.ts";
import { RecordLog, type LogRecord } from "../record-log.ts";

export interface RecordedUpdate extends LogRecord {
  readonly update: UpdateEntry;
  readonly reason: NoUpdateReason | null;
  readonly body: string | null;
  readonly steps: { readonly at_ms: number; readonly what: UpdateStep }[];
}

const LIMITS = { records: 10_000, bytes: 32 * 1024 * 1024 };
const RECORD_BYTES = 600;
/** Steps of one update that are kept: a webhook may fail for a day. */
const MAX_STEPS = 50;

export class UpdateLog implements UpdateView {
  readonly log = new RecordLog<RecordedUpdate>(LIMITS, ({ update }) => this.#forget(update));
  readonly #now: () => number;
  readonly #records = new WeakMap<UpdateEntry, RecordedUpdate>();
  /** Updates that may be in the queues of their bots, by bot and number. */
  readonly #open = new Map<number, Map<number, UpdateEntry>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Bots with updates that may be in their queues. */
  bots(): number[] {
    return [...this.#open.keys()];
  }

  open(bot_id: number): Iterable<UpdateEntry> {
    return this.#open.get(bot_id)?.values() ?? [];
  }

  find(bot_id: number, update_id: number): UpdateEntry | undefined {
    return this.#open.get(bot_id)?.get(update_id);
  }

  put(update: UpdateEntry, body?: string, what?: UpdateStep): void {
    const record = this.#records.get(update) ?? (body === undefined ? undefined : this.#add(update, null, body));
    if (!record) return;
    if (what !== undefined && record.steps.length < MAX_STEPS) record.steps.push({ at_ms: this.#now(), what });
    this.log.put(record, RECORD_BYTES + (record.body?.length ?? 0));
    if (update.state !== "queued" && update.state !== "delivered") this.#close(update);
  }

  notMade(update: UpdateEntry, reason: NoUpdateReason): void {
    this.log.put(this.#add(update, reason, null), RECORD_BYTES);
  }

  #add(update: UpdateEntry, reason: NoUpdateReason | null, body: string | null): RecordedUpdate {
    const record: RecordedUpdate = { id: this.log.nextId(), revision: 0, bytes: 0, update, reason, body, steps: [] };
    this.#records.set(update, record);
    if (reason !== null) return record;
    const { bot_id, update_id } = update;
    const open = this.#open.get(bot_id);
    if (open) open.set(update_id, update);
    else this.#open.set(bot_id, new Map([[update_id, update]]));
    return record;
  }

  /** An update is no longer in the queue of its bot. */
  #close({ bot_id, update_id }: UpdateEntry): void {
    const open = this.#open.get(bot_id);
    open?.delete(update_id);
    if (open?.size === 0) this.#open.delete(bot_id);
  }

  /** Drops what refers to an update that has left the log. */
  #forget(update: UpdateEntry): void {
    this.#records.delete(update);
    this.#close(update);
  }
}

/** The body of a recorded update as it is shown. */
export function shownBody({ body }: RecordedUpdate): string | null {
  return body === null ? null : shownJson(body);
}
