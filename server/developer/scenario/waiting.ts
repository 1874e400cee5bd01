/** Waits until bots have answered a step of a scenario. */
import type { Developer } from "../developer.ts";
import type { MethodFacts } from "./facts.ts";
import { isAnswer } from "./record.ts";
import type { WaitLimits } from "./wait-limits.ts";

/** What a replay waits for. */
export interface Expected {
  /** Answers since the beginning. */
  readonly answers: number;
  /** Bots that are known to run. */
  readonly bots: ReadonlySet<number>;
}

/** Counts answers from a point of the logs on. */
export class AnswerWaiter {
  readonly #developer: Developer;
  readonly #methods: MethodFacts;
  readonly #after: number;
  readonly #first_update: number;

  constructor(developer: Developer, methods: MethodFacts) {
    this.#developer = developer;
    this.#methods = methods;
    this.#after = developer.calls.log.revision;
    this.#first_update = developer.updates.log.lastId;
  }

  /** The calls since the beginning. */
  calls() {
    return this.#developer.calls.log.read({ after: this.#after, limit: Number.MAX_SAFE_INTEGER, matches: () => true });
  }

  updates() {
    const matches = ({ id }: { readonly id: number }) => id > this.#first_update;
    return this.#developer.updates.log.read({ after: undefined, limit: Number.MAX_SAFE_INTEGER, matches });
  }

  answers(): number {
    return this.calls().filter((call) => isAnswer(this.#methods, call)).length;
  }

  /** Updates that the bots have not fetched, or have fetched and are at work on. */
  #open({ bots }: Expected) {
    const open = this.updates()
      .map(({ update }) => update)
      .filter(({ bot_id, state }) => state === "delivered" || (state === "queued" && bots.has(bot_id)));
    return { queued: open.filter(({ state }) => state === "queued"), count: open.length };
  }

  /**
   * Resolves to nothing once the answers are there, every update is confirmed and it is quiet; otherwise, to what it
   * has waited for in vain.
   */
  async settled(
    expected: Expected,
    { timeout_ms, quiet_ms }: WaitLimits,
    signal: AbortSignal | undefined,
  ): Promise<{ readonly silent?: number; readonly missing: number } | undefined> {
    let seen = "";
    let since_ms = this.#developer.elapsed();
    for (;;) {
      const answers = this.answers();
      const { queued, count } = this.#open(expected);
      const missing = Math.max(0, expected.answers - answers);
      const state = `${answers} ${count} ${queued.length}`;
      if (state !== seen) [seen, since_ms] = [state, this.#developer.elapsed()];
      const limit_ms = missing === 0 && count === 0 ? quiet_ms : timeout_ms;
      const left_ms = since_ms + limit_ms - this.#developer.elapsed();
      if (left_ms <= 0 || signal?.aborted || this.#developer.isClosed) {
        if (missing === 0 && count === 0) return undefined;
        const silent = queued[0]?.bot_id;
        return { missing, ...(silent === undefined ? {} : { silent }) };
      }
      await this.#developer.change([this.#developer.calls.log, this.#developer.updates.log], left_ms, signal);
    }
  }
}
