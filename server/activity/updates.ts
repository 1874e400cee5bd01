/**
 * Records what becomes of the updates of bots. Two views show it, each within its own limits: the page of a bot, and the
 * log of the developer console while that is on.
 */
import type { NoUpdateReason } from "@heliogram/shared/updates.ts";
import type { MissingUpdate, UpdateObserver } from "../app/messages/update-observer.ts";
import type { CommitNote, NewEvent, Tx } from "../store/db.ts";
import type { EventRow } from "../store/queries/streams/event-ranges.ts";
import { MAX_ERROR, type BotRecord, type BotRecords, type UpdateEntry, type UpdateState } from "./bot-records.ts";
import { flatText } from "./flat-text.ts";

/** What happens to an update after it was queued. */
export type UpdateStep = "poll" | "webhook" | "webhook_failed" | "confirmed" | "removed" | "left";

/** The log of the developer console. */
export interface UpdateLog {
  /** An update that is in the log and may be in its bot's queue. */
  find(bot_id: number, update_id: number): UpdateEntry | undefined;
  /** All of them. */
  open(bot_id: number): Iterable<UpdateEntry>;
  /** An update has changed. @param body - its JSON; without it, an update that is not in the log stays outside */
  put(update: UpdateEntry, body?: string, step?: UpdateStep): void;
  notMade(update: UpdateEntry, reason: NoUpdateReason): void;
}

type UpdateFacts = Pick<EventRow, "seq" | "kind" | "ref">;
/** An event of a bot's stream. */
export type QueuedUpdate = Omit<EventRow, "body">;

/** Which numbers of a bot's stream are updates in its queue. */
export interface QueuePart {
  readonly updates: readonly { readonly seq: number }[];
  /** The part that was read, as the first and the last number. */
  readonly first: number;
  readonly last: number;
  /** Whether no other node delivers updates. */
  readonly isAlone: boolean;
}

/** @param trace_id - of the call that has caused the update; empty if none has */
export type RelayTrace = (bot_id: number, update_id: number, trace_id: string) => void;

interface UpdateNote extends CommitNote {
  readonly trace_id: string;
  readonly message_id?: number | undefined;
  readonly missing?: MissingUpdate;
  readonly reason?: NoUpdateReason;
}

export class UpdateRecorder implements UpdateObserver {
  readonly #records: BotRecords;
  readonly #now: () => number;
  readonly #log: () => UpdateLog | undefined;
  #relay: RelayTrace = () => {};

  /** @param log - returns the log of the developer console, if it is on */
  constructor(records: BotRecords, now: () => number, log: () => UpdateLog | undefined) {
    this.#records = records;
    this.#now = () => Math.floor(now());
    this.#log = log;
  }

  /** Passes on which calls of this node have caused which updates. */
  relayTo(relay: RelayTrace): void {
    this.#relay = relay;
  }

  made(tx: Tx, event: NewEvent, message_id: number | undefined): void {
    const note: UpdateNote = { event, seq: 0, message_id, trace_id: tx.trace_id ?? "" };
    tx.note(note);
  }

  /** Absent while the console is off: whoever calls it makes further queries. */
  get notMade(): UpdateObserver["notMade"] {
    if (!this.#log()) return undefined;
    return (tx, missing, reason) => {
      const note: UpdateNote = { missing, reason, trace_id: tx.trace_id ?? "" };
      tx.note(note);
    };
  }

  /** Updates were made or not made by transactions that are committed now. */
  committed(notes: readonly CommitNote[]): void {
    for (const { event, seq, trace_id, message_id, missing, reason } of notes as readonly UpdateNote[]) {
      if (event) {
        const { stream: bot_id, kind, ref, body } = event;
        // It may have been delivered before the response to the commit was there.
        const update = this.#find(this.#records.of(bot_id), { seq: seq!, kind, ref }, this.#now());
        update.trace_id = trace_id;
        update.message_id = message_id;
        this.#log()?.put(update, body);
        this.#relay(bot_id, seq!, trace_id);
      } else {
        const { bot_id, kind, chat_id } = missing!;
        const update = newEntry(bot_id, { seq: 0, kind, ref: chat_id }, this.#now(), "not_made");
        this.#log()?.notMade({ ...update, trace_id, message_id: missing!.message_id }, reason!);
      }
    }
  }

  /**
   * Whether `polled` needs the rows of a bot's updates after `first` up to `last`, of which there are `count`: the log shows
   * their contents, and the page of the bot those that are not known here.
   */
  needsRows(bot_id: number, first: number, last: number, count: number): boolean {
    if (this.#log()) return true;
    const record = this.#records.find(bot_id);
    return !record || between(record, first, last).length < count;
  }

  /** A poll returns these updates, and those after them up to `last`, which are known. */
  polled(bot_id: number, events: readonly EventRow[], last: number): void {
    if (events.length === 0) return;
    const record = this.#records.of(bot_id);
    const now_ms = this.#now();
    const first = events.at(-1)!.seq;
    if (first < last) for (const update of between(record, first, last)) this.#deliver(update, "poll", now_ms);
    for (const event of events) {
      const update = this.#find(record, event, event.at * 1000);
      this.#deliver(update, "poll", now_ms);
      this.#log()?.put(update, event.body, "poll");
    }
  }

  /**
   * An attempt of the webhook has ended. A delivered update is confirmed by it.
   * @param error - why it has failed; empty if it has not, `undefined` if it was given up
   */
  attempted(bot_id: number, event: EventRow, attempt: number, error: string | undefined): void {
    const update = this.#find(this.#records.of(bot_id), event, event.at * 1000);
    if (error !== undefined) {
      update.attempts = attempt;
      update.error = flatText(error, MAX_ERROR);
    }
    if (error === "") this.#deliver(update, "webhook");
    this.#log()?.put(update, event.body, error === "" ? "webhook" : "webhook_failed");
    if (error === "") this.#end(update, "removed");
  }

  /** The trace of the call that has caused an update; `undefined` if it is not known here. */
  traceOf(bot_id: number, update_id: number): string | undefined {
    const trace_id = this.#records.find(bot_id)?.updates.get(update_id)?.trace_id;
    return trace_id === "" ? undefined : trace_id;
  }

  /** A bot has confirmed its updates up to this one. */
  confirmed(bot_id: number, update_id: number): void {
    for (const update of this.#all(bot_id)) if (update.update_id <= update_id) this.#end(update, "removed");
  }

  /** The updates of a bot that may be in its queue. */
  open(bot_id: number): UpdateEntry[] {
    return [...new Set(this.#all(bot_id))].filter(isOpen);
  }

  /** Those of the page and those of the log, of which some may be the same. */
  *#all(bot_id: number): Generator<UpdateEntry> {
    yield* this.#records.find(bot_id)?.updates.values() ?? [];
    yield* this.#log()?.open(bot_id) ?? [];
  }

  /** The page of a bot shows these updates of its queue, the newest first, whoever has made them. */
  queued(bot_id: number, updates: readonly QueuedUpdate[]): void {
    if (updates.length === 0) return;
    const record = this.#records.of(bot_id);
    for (const event of updates.toReversed()) this.#find(record, event, event.at * 1000);
  }

  /**
   * Ends the updates that are not in the queue: they have expired or were dropped, or another node has delivered them.
   * @param open - those that were open before the queue was read
   */
  reconcile(open: readonly UpdateEntry[], { updates, first, last, isAlone }: QueuePart): void {
    const inQueue = new Set(updates.map(({ seq }) => seq));
    for (const update of open) {
      const { update_id } = update;
      if (update_id >= first && update_id <= last && !inQueue.has(update_id))
        this.#end(update, isAlone ? "removed" : "left");
    }
  }

  #deliver(update: UpdateEntry, by: "poll" | "webhook", at_ms = this.#now()): void {
    if (isOpen(update)) update.state = "delivered";
    update.delivered_by = by;
    update.delivered_at_ms = at_ms;
  }

  /** An update has left the queue. @param state - what it is if it was not delivered by this node */
  #end(update: UpdateEntry, state: "removed" | "left"): void {
    if (!isOpen(update)) return;
    const end = update.state === "delivered" ? "confirmed" : state;
    update.state = end;
    if (end === "confirmed") update.confirmed_at_ms = this.#now();
    this.#log()?.put(update, undefined, end);
  }

  /** The entry of an update, which the page of its bot shows from now on. */
  #find(record: BotRecord, event: UpdateFacts, at_ms: number): UpdateEntry {
    const known = record.updates.get(event.seq);
    if (known) return known;
    const update = this.#log()?.find(record.bot_id, event.seq) ?? newEntry(record.bot_id, event, at_ms, "queued");
    this.#records.addUpdate(record, update);
    return update;
  }
}

/** The updates of a record after `first` up to `last`. */
function between({ updates }: BotRecord, first: number, last: number): UpdateEntry[] {
  return [...updates.values()].filter(({ update_id }) => update_id > first && update_id <= last);
}

/** Written out, so that all entries have the same form in memory. */
function newEntry(bot_id: number, { seq, kind, ref }: UpdateFacts, at_ms: number, state: UpdateState): UpdateEntry {
  return {
    bot_id,
    update_id: seq,
    kind,
    chat_id: ref,
    message_id: undefined,
    at_ms,
    trace_id: "",
    state,
    attempts: 0,
    delivered_at_ms: undefined,
    delivered_by: undefined,
    confirmed_at_ms: undefined,
    error: "",
  };
}

/** Whether an update may be in its bot's queue. */
export function isOpen({ state }: UpdateEntry): boolean {
  return state === "queued" || state === "delivered";
}
