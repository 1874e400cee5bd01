/** The history as the checks read it: operations with their outcomes, and the times in which something was broken. */
import type { Action, Entry, Outcome } from "../history.ts";

export interface Operation<A extends Action = Action> {
  readonly op: number;
  readonly by: string;
  readonly action: A;
  readonly begin_ms: number;
  /** Infinity for an operation that never ended. */
  readonly end_ms: number;
  readonly outcome: Outcome;
}

const NO_END: Outcome = { how: "unknown", why: "the run ended before" };

/** Every operation, in the order in which they began. */
export function operations(entries: readonly Entry[]): Operation[] {
  const ends = new Map<number, Entry & { type: "end" }>();
  for (const entry of entries) if (entry.type === "end") ends.set(entry.op, entry);
  return of(entries, "begin").map(({ op, by, action, at }) => {
    const end = ends.get(op);
    return { op, by, action, begin_ms: at, end_ms: end?.at ?? Infinity, outcome: end?.outcome ?? NO_END };
  });
}

/** The operations of one kind. */
export function actionsOf<W extends Action["what"]>(
  entries: readonly Entry[],
  what: W,
): Operation<Extract<Action, { what: W }>>[] {
  return operations(entries).filter(
    (each): each is Operation<Extract<Action, { what: W }>> => each.action.what === what,
  );
}

/** The entries of one type. */
export function of<T extends Entry["type"]>(entries: readonly Entry[], type: T): Extract<Entry, { type: T }>[] {
  return entries.filter((entry): entry is Extract<Entry, { type: T }> => entry.type === type);
}

/** The times in which something was broken, or not yet well again. */
export class Disturbances {
  readonly #spans: { from_ms: number; to_ms: number }[] = [];
  readonly #lags: readonly { at: number; lag_ms: number }[];

  /**
   * @param isMeant whether a fault of this name counts
   * @param over until when: it is mended, or everything is well again
   */
  constructor(
    entries: readonly Entry[],
    isMeant: (name: string) => boolean = () => true,
    over: "mended" | "well" = "well",
  ) {
    const begun = new Map<number, number>();
    for (const { fault, name, phase, at } of of(entries, "fault")) {
      if (phase === "begin" && isMeant(name)) begun.set(fault, at);
      if (phase !== over || !begun.has(fault)) continue;
      this.#spans.push({ from_ms: begun.get(fault)!, to_ms: at });
      begun.delete(fault);
    }
    for (const from_ms of begun.values()) this.#spans.push({ from_ms, to_ms: Infinity });
    this.#lags = of(entries, "lag");
  }

  /** Whether nothing is broken between two moments. */
  isCalm(from_ms: number, to_ms: number): boolean {
    return this.#spans.every((span) => span.to_ms <= from_ms || span.from_ms >= to_ms);
  }

  /** When the last fault before a moment was over; 0 if there was none. */
  lastOver(before_ms: number): number {
    return Math.max(0, ...this.#spans.filter(({ to_ms }) => to_ms <= before_ms).map(({ to_ms }) => to_ms));
  }

  /** How late the machine itself was at most between two moments. */
  lag(from_ms: number, to_ms: number): number {
    const within = this.#lags.filter(({ at }) => at >= from_ms && at <= to_ms + 1000);
    return Math.max(0, ...within.map(({ lag_ms }) => lag_ms));
  }
}
