/** Works that share a record of the journal: what they changed, and who waits for it. */
import type { Awaitable, Tx } from "./db.ts";
import { ADD_EVENTS, EventRows } from "./event-rows.ts";
import { SET_ALL_HEADS, type Head } from "./sqlite-deferred.ts";
import { Dictionary, type Noted } from "./sqlite-journal-record.ts";
import type { Work } from "./sqlite-work.ts";

/** A work that waits to be run, and its caller. */
export interface Job {
  readonly work: (tx: Tx) => Awaitable<unknown>;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

export class Batch {
  readonly dictionary = new Dictionary();
  /** The streams that got events. */
  readonly moved = new Set<number>();
  readonly #done: { readonly job: Job; readonly value: unknown }[] = [];
  readonly #refused: { readonly job: Job; readonly error: unknown }[] = [];
  readonly #changes: Noted[] = [];
  readonly #events = new EventRows();
  readonly #heads = new Set<Head>();

  get works(): number {
    return this.#done.length;
  }

  take(job: Job, value: unknown, work: Work): void {
    this.#done.push({ job, value });
    // What SQLite did for the work, it did after the events of those before.
    if (work.hasSavepoint) this.#writeEvents();
    for (const change of work.changes) this.#changes.push(change);
    for (const head of work.heads.keys()) this.#heads.add(head);
    for (const event of work.numbered) {
      this.#events.add(event);
      this.moved.add(event.stream);
    }
  }

  /** A work that has thrown. Its error may tell of what the works before it changed, so it waits for them. */
  refuse(job: Job, error: unknown): void {
    this.#refused.push({ job, error });
  }

  /** What the journal is to keep; `undefined` if nothing has changed. */
  record(): string | undefined {
    this.#writeEvents();
    if (this.#heads.size > 0) {
      const moved = Array.from(this.#heads, ({ id, head, message_head, message_at }) => [
        head,
        message_head,
        message_at,
        id,
      ]);
      this.#changes.push(this.dictionary.note(SET_ALL_HEADS, [JSON.stringify(moved)]));
    }
    return this.#changes.length === 0 ? undefined : this.dictionary.record(this.#changes);
  }

  #writeEvents(): void {
    if (this.#events.isEmpty) return;
    for (const values of this.#events.take()) this.#changes.push(this.dictionary.note(ADD_EVENTS, values));
  }

  answer(): void {
    for (const { job, value } of this.#done) job.resolve(value as never);
    for (const { job, error } of this.#refused) job.reject(error);
  }
}
