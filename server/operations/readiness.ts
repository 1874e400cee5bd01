/** Readiness: why a service does not take calls. Parts of the service begin and end reasons, and probes read them. */

/** The reasons, with a sentence for operators. `/readyz` answers both (operate.md, Health and metrics). */
const REASONS = {
  starting: "the service has not started yet",
  draining: "the service is about to stop: it answers calls, and takes no new clients",
  database: "the database does not answer",
  heartbeat: "this node cannot write its heartbeat, so the others take over what it does alone",
} as const;

export type UnreadyReason = keyof typeof REASONS;

/** One reason, as `/readyz` answers it. */
export interface Unready {
  readonly reason: UnreadyReason;
  readonly why: string;
}

/** The reasons that last until a part of the service ends them. What depends on others is checked by each probe. */
export class Readiness {
  readonly #reasons = new Map<UnreadyReason, Unready>();
  #isDraining = false;

  /** Whether each response is to be the last of its connection. A field, because every response reads it. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  /**
   * The service takes no calls for this reason, until `end`. The last sentence that is given for a reason counts.
   * @param why - by default the general sentence of the reason
   */
  begin(reason: UnreadyReason, why: string = REASONS[reason]): void {
    this.#reasons.set(reason, { reason, why });
    this.#isDraining = this.#reasons.has("draining");
  }

  /** The reason is over. */
  end(reason: UnreadyReason): void {
    this.#reasons.delete(reason);
    this.#isDraining = this.#reasons.has("draining");
  }

  /** The reasons that last, in the order in which they began; none if calls can be taken as far as is known here. */
  get reasons(): readonly Unready[] {
    return [...this.#reasons.values()];
  }

  /** The reasons that last, and one that a check has found. */
  including(reason: UnreadyReason): readonly Unready[] {
    return [...this.#reasons.values(), { reason, why: REASONS[reason] }];
  }
}
