/** A bot that polls and confirms updates across kills of the service, and detects lost and repeated ones. */
import { call, Refused } from "../support/own-process.ts";
import type { Json } from "../support/service.ts";

/** Longer than any round: a poll ends with updates, or when the service is killed. */
const TIMEOUT_S = 50;

export class Consumer {
  /** Every update, by its id. */
  readonly seen = new Map<number, Json>();
  readonly wrong: string[] = [];
  /** The highest update_id whose confirmation was acknowledged. */
  #confirmed: number;
  #highest: number;

  /** Starts after an update_id. */
  constructor(start: number) {
    this.#confirmed = start;
    this.#highest = start;
  }

  /** Polls until the service is killed. The first poll has no offset, because the service stores what was confirmed. */
  async run(bot: string): Promise<void> {
    let offset: number | undefined;
    try {
      for (;;) {
        const updates = await call<Json[]>(`${bot}/getUpdates`, { offset, timeout: TIMEOUT_S });
        offset = this.heard(offset, updates);
      }
    } catch (error) {
      if (error instanceof Refused) this.wrong.push(error.message);
    }
  }

  /** Polls until nothing is left. */
  async drain(bot: string): Promise<void> {
    let offset: number | undefined;
    for (;;) {
      const updates = await call<Json[]>(`${bot}/getUpdates`, { offset });
      if (updates.length === 0) return;
      offset = this.heard(offset, updates);
    }
  }

  /** Processes a response. @returns the offset that confirms it */
  heard(offset: number | undefined, updates: readonly Json[]): number {
    if (offset !== undefined) this.#confirmed = Math.max(this.#confirmed, offset - 1);
    let expected: number | undefined;
    for (const update of updates) {
      const id: number = update.update_id;
      if (id <= this.#confirmed) this.wrong.push(`update ${id} came after ${this.#confirmed} was confirmed`);
      if (id !== (expected ?? id) || id > this.#highest + 1) {
        this.wrong.push(`update ${id} came after ${(expected ?? this.#highest + 1) - 1}`);
      }
      const before = this.seen.get(id);
      if (before && JSON.stringify(before) !== JSON.stringify(update)) this.wrong.push(`update ${id} has changed`);
      this.seen.set(id, update);
      this.#highest = Math.max(this.#highest, id);
      expected = id + 1;
    }
    return this.#highest + 1;
  }
}
