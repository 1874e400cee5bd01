/** Counts the calls and successes of each method: a fuzzer whose calls are always refused tests only refusals. */

interface Count {
  asked: number;
  done: number;
}

/** The minimum percentage of calls of a method that succeed. */
const LEAST_DONE = 10;
/** With fewer calls the percentage is not checked. */
export const ENOUGH = 60;

const NO_MAIL = "the service of the random calls has no mail server";
const NO_PROVIDER = "the service of the random calls has no provider";
const WRONG_BEFORE = "after ten wrong passwords, or once a call has changed it, the right one is refused as well";
/** Methods with a lower percentage, and the reason. */
const LESS_DONE: Readonly<Record<string, readonly [percent: number, why: string]>> = {
  "person signIn": [2, WRONG_BEFORE],
  "person changePassword": [2, WRONG_BEFORE],
  "person inviteByMail": [0, NO_MAIL],
  "person mailInvitation": [0, NO_MAIL],
  "person requestPasswordReset": [0, NO_MAIL],
  "person setMailAddress": [0, NO_MAIL],
  "person setMailDigest": [0, NO_MAIL],
  "person sendTestMail": [0, NO_MAIL],
  "person connectIdentity": [0, NO_PROVIDER],
  "person disconnectIdentity": [0, NO_PROVIDER],
  "person askToJoin": [2, "after five requests in an hour, the sixth is refused"],
};

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
      const least = LESS_DONE[name]?.[0] ?? LEAST_DONE;
      if (asked < least_asked) return [`${name} was asked ${asked} times, less than ${least_asked}`];
      const isTooFew = asked >= ENOUGH && done * 100 < asked * least;
      return isTooFew ? [`${name} was done ${done} times of ${asked}, less than ${least} %`] : [];
    });
  }
}
