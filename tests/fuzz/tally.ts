/** Counts the calls and successes of each method: a fuzzer whose calls are always refused tests only refusals. */

interface Count {
  asked: number;
  done: number;
}

/** The minimum percentage of calls of a method that succeed. */
const LEAST_DONE = 10;
/** With fewer calls the percentage is not checked. */
export const ENOUGH = 60;

export class Tally {
  readonly #counts = new Map<string, Count>();
  #total = 0;

  note(name: string, isDone: boolean): void {
    const count = this.#counts.get(name) ?? { asked: 0, done: 0 };
    this.#counts.set(name, { asked: count.asked + 1, done: count.done + Number(isDone) });
    this.#total++;
  }

  get total(): number {
    return this.#total;
  }

  /** A sentence for each of these methods that was called too rarely, or succeeded too rarely. */
  missing(names: readonly string[], least_asked: number): string[] {
    return names.flatMap((name) => {
      const { asked, done } = this.#counts.get(name) ?? { asked: 0, done: 0 };
      if (asked < least_asked) return [`${name} was asked ${asked} times, less than ${least_asked}`];
      const isTooFew = asked >= ENOUGH && done * 100 < asked * LEAST_DONE;
      return isTooFew ? [`${name} was done ${done} times of ${asked}, less than ${LEAST_DONE} %`] : [];
    });
  }
}
