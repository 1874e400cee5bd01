/** Limits on tries: a number of them for each name in a window of time, then a pause. */

export interface AttemptPlan {
  /** Tries in a window. */
  readonly tries: number;
  readonly window_ms: number;
}

/** Tries for one name from one address. */
export const SIGN_INS: AttemptPlan = { tries: 10, window_ms: 15 * 60_000 };
/** Tries from one address, whatever the name: many people may share it. */
export const SIGN_INS_FROM_ONE: AttemptPlan = { tries: 100, window_ms: 15 * 60_000 };
/** Tries for one name from all places where its person never was: whoever has many addresses guesses no faster. */
export const SIGN_INS_OF_ONE: AttemptPlan = { tries: 100, window_ms: 60 * 60_000 };
/**
 * Tries of all strangers together: ten hashes a second take less than half a core. The window is short, so that
 * whoever finds it used up waits seconds.
 */
export const SIGN_INS_IN_ALL: AttemptPlan = { tries: 50, window_ms: 5000 };
/** Changes of one person's password, right or wrong: a session must not do to guess the password. */
export const PASSWORD_CHANGES: AttemptPlan = { tries: 10, window_ms: 15 * 60_000 };
/**
 * Uses of one invitation or one code of a reset, from one address, that get as far as hashing a password: a class may
 * sign up by one invitation within its lesson.
 */
export const CODE_TRIES: AttemptPlan = { tries: 60, window_ms: 15 * 60_000 };
/** Failed sign-ins that go on record, whatever the name: strangers must not fill the store. */
export const FAILURES_ON_RECORD: AttemptPlan = { tries: 200, window_ms: 60 * 60_000 };
/** Sign-ups without an invitation from one address: many people may share it. */
export const SIGN_UPS_FROM_ONE: AttemptPlan = { tries: 20, window_ms: 15 * 60_000 };
/** Sign-ups without an invitation in all: each is worth a hash, and most leave an account behind. */
export const SIGN_UPS_IN_ALL: AttemptPlan = { tries: 200, window_ms: 60 * 60_000 };
/** Requests of one person to join one chat: each is put before its administrators and its bots. */
export const JOIN_REQUESTS: AttemptPlan = { tries: 5, window_ms: 60 * 60_000 };
/** Names remembered at most: more than strangers can try in any of the windows (SIGN_INS_IN_ALL). */
const MAX_NAMES = 50_000;

export class AttemptLimits {
  readonly #plan: AttemptPlan;
  readonly #now_ms: () => number;
  readonly #tries = new Map<string, { count: number; since_ms: number }>();

  constructor(plan: AttemptPlan, now_ms: () => number) {
    this.#plan = plan;
    this.#now_ms = now_ms;
  }

  /** Counts one try. @returns 0, or the whole seconds until the next try is allowed */
  take(name: string): number {
    const now_ms = this.#now_ms();
    let tries = this.#tries.get(name);
    if (!tries || now_ms - tries.since_ms >= this.#plan.window_ms) {
      // The oldest is let go: whoever tries many names must not reset the count of one.
      if (this.#tries.size >= MAX_NAMES) this.#tries.delete(this.#tries.keys().next().value!);
      this.#tries.delete(name);
      tries = { count: 0, since_ms: now_ms };
      this.#tries.set(name, tries);
    }
    tries.count += 1;
    const { tries: allowed, window_ms } = this.#plan;
    return tries.count <= allowed ? 0 : Math.ceil((tries.since_ms + window_ms - now_ms) / 1000);
  }
}
