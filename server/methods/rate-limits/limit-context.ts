/** What limits depend on: a clock, the number of nodes, and counters that all nodes share. */
import type { Charge } from "./token-buckets.ts";

export interface AttemptLimit {
  /** Distinguishes its counters from those of other limits. */
  readonly name: string;
  /** Attempts in a window. */
  readonly attempts: number;
  readonly window_ms: number;
}

/** Counters that all nodes share. Where they cannot be asked, each node enforces its share of every limit. */
export interface SharedLimits {
  /**
   * Takes all the tokens, or none of them, as `TokenBuckets.take` does.
   * @param owner - the account or address that the buckets belong to
   * @returns the whole seconds to wait, or `undefined` if there was no answer in time; `undefined` at once, without a
   * promise, while the counters are known to be unavailable
   */
  take(owner: string, charges: readonly Charge[]): Promise<number | undefined> | undefined;
  /** Returns tokens. */
  refund(owner: string, charges: readonly Charge[]): void;
  /** Counts an attempt, as `AttemptLimits.take` does. @returns as `take` */
  attempt(limit: AttemptLimit, name: string): Promise<number | undefined> | undefined;
}

export interface LimitContext {
  /** Monotonic time of this node. */
  now_ms(): number;
  /** The number of nodes that serve requests, this one included. */
  liveNodes(): number;
  readonly shared?: SharedLimits | undefined;
  /** Whether the operator has turned all limits off. */
  readonly isOff?: boolean;
}

/** The answer of the shared counters, or that of this node where they have none. */
export function preferShared(
  shared: Promise<number | undefined> | undefined,
  own: () => number,
): number | Promise<number> {
  return shared === undefined ? own() : shared.then((wait_s) => wait_s ?? own());
}
