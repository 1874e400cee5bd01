/** Limits on sign-ins: guessing is slowed down, and no anonymous client can lock a person out (behaviour.md §7). */
import { AttemptLimits, SIGN_INS, SIGN_INS_FROM_ONE, SIGN_INS_IN_ALL, SIGN_INS_OF_ONE } from "./attempt-limits.ts";
import type { LimitContext } from "./limit-context.ts";

export interface SignInAttempt {
  /** In lower case. */
  readonly username: string;
  /** The network address of the client. */
  readonly client_address: string;
  /** Whether the person of this name has signed in from this address before. */
  readonly isKnownPlace: boolean;
}

export class SignInLimits {
  readonly #ofPair: AttemptLimits;
  readonly #from: AttemptLimits;
  readonly #ofName: AttemptLimits;
  readonly #inAll: AttemptLimits;

  constructor(context: LimitContext) {
    this.#ofPair = new AttemptLimits(SIGN_INS, context);
    this.#from = new AttemptLimits(SIGN_INS_FROM_ONE, context);
    this.#ofName = new AttemptLimits(SIGN_INS_OF_ONE, context);
    this.#inAll = new AttemptLimits(SIGN_INS_IN_ALL, context);
  }

  /**
   * Counts one attempt. An attempt that one limit refuses does not count for the next, so that one address cannot use
   * up the attempts of a user name, nor those of all addresses.
   * @returns 0, or the whole seconds until the next attempt is allowed
   */
  async take({ username, client_address, isKnownPlace }: SignInAttempt): Promise<number> {
    const pair = `${username} ${client_address}`;
    if (isKnownPlace) return this.#ofPair.take(pair);
    return (
      (await this.#from.take(client_address)) ||
      (await this.#inAll.take("all")) ||
      (await this.#ofPair.take(pair)) ||
      this.#ofName.take(username)
    );
  }
}
