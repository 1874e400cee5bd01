/** Transactions that share a redo record: their changes, and the callers that wait for them. */
import type { CommitNote, Tx } from "../db.ts";
import type { MaybePromise } from "../maybe-promise.ts";
import { INSERT_EVENTS, EventRangeBuilder } from "../queries/streams/event-ranges.ts";
import { SET_ALL_NUMBERS, type StreamNumbers } from "./write-buffer.ts";
import { StatementDictionary, type EncodedStatement } from "./redo-record.ts";
import type { StoreMeter } from "../store-meter.ts";
import type { SqliteTransaction } from "./transaction.ts";

/** A transaction that waits to run, and its caller. */
export interface QueuedTransaction {
  readonly body: (tx: Tx) => MaybePromise<unknown>;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  /** When it was asked for, by the clock of `performance`. */
  readonly asked_ms: number;
}

export class Batch {
  readonly dictionary = new StatementDictionary();
  /** Streams with new events. */
  readonly streams = new Set<number>();
  /** What the observer of commits is told. */
  readonly notes: CommitNote[] = [];
  readonly #done: { readonly job: QueuedTransaction; readonly value: unknown }[] = [];
  readonly #refused: { readonly job: QueuedTransaction; readonly error: unknown }[] = [];
  readonly #changes: EncodedStatement[] = [];
  readonly #events = new EventRangeBuilder();
  readonly #changedStreams = new Set<StreamNumbers>();

  get transactions(): number {
    return this.#done.length;
  }

  add(queued: QueuedTransaction, value: unknown, body: SqliteTransaction): void {
    this.#done.push({ job: queued, value });
    // Its statements ran in SQLite after the events of earlier transactions had been written.
    if (body.hasSavepoint) this.#writeEvents();
    for (const change of body.changes) this.#changes.push(change);
    for (const stream of body.changedStreams.keys()) this.#changedStreams.add(stream);
    if (body.notes) this.notes.push(...body.notes);
    for (const event of body.numberedEvents) {
      this.#events.add(event);
      this.streams.add(event.stream);
    }
  }

  /**
   * Adds a transaction that has thrown. Its error may depend on earlier changes, so it waits until they are durable.
   */
  addFailed(queued: QueuedTransaction, error: unknown): void {
    this.#refused.push({ job: queued, error });
  }

  /** The redo record; `undefined` if nothing has changed. */
  record(): string | undefined {
    this.#writeEvents();
    if (this.#changedStreams.size > 0) {
      const moved = Array.from(this.#changedStreams, ({ id, last_seq, last_message_id, message_at }) => [
        last_seq,
        last_message_id,
        message_at,
        id,
      ]);
      this.#changes.push(this.dictionary.encode(SET_ALL_NUMBERS, [JSON.stringify(moved)]));
    }
    return this.#changes.length === 0 ? undefined : this.dictionary.record(this.#changes);
  }

  #writeEvents(): void {
    if (this.#events.isEmpty) return;
    for (const values of this.#events.take()) this.#changes.push(this.dictionary.encode(INSERT_EVENTS, values));
  }

  settle({ onWrite }: StoreMeter): void {
    const now_ms = performance.now();
    for (const { job: queued, value } of this.#done) {
      onWrite(now_ms - queued.asked_ms, "committed");
      queued.resolve(value as never);
    }
    for (const { job: queued, error } of this.#refused) {
      onWrite(now_ms - queued.asked_ms, "failed");
      queued.reject(error);
    }
  }
}
