/** Limits on sign-ins: who guesses is slowed down, and no stranger can lock a person out (behaviour.md §7). */
import { AttemptLimits, SIGN_INS, SIGN_INS_FROM_ONE, SIGN_INS_IN_ALL, SIGN_INS_OF_ONE } from "./attempts.ts";

export interface SignInTry {
  /** In lower case. */
  readonly username: string;
  /** The network address of the client. */
  readonly from: string;
  /** Whether the person of this name has been signed in at this address before. */
  readonly isKnownPlace: boolean;
}

export class SignInLimits {
  readonly #ofPair: AttemptLimits;
  readonly #from: AttemptLimits;
  readonly #ofName: AttemptLimits;
  readonly #inAll: AttemptLimits;

  constructor(now_ms: () => number) {
    this.#ofPair = new AttemptLimits(SIGN_INS, now_ms);
    this.#from = new AttemptLimits(SIGN_INS_FROM_ONE, now_ms);
    this.#ofName = new AttemptLimits(SIGN_INS_OF_ONE, now_ms);
    this.#inAll = new AttemptLimits(SIGN_INS_IN_ALL, now_ms);
  }

  /**
   * Counts one try. What one limit refuses does not count for the next: one address must not use up the tries of a
   * name, nor those of all strangers.
   * @returns 0, or the whole seconds until the next try is allowed
   */
  take({ username, from, isKnownPlace }: SignInTry): number {
    const pair = `${username} ${from}`;
    if (isKnownPlace) return this.#ofPair.take(pair);
    return this.#from.take(from) || this.#inAll.take("all") || this.#ofPair.take(pair) || this.#ofName.take(username);
  }
}
