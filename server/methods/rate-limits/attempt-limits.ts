/** Limits on attempts: a number of them per name in a window of time. */
import { preferShared, type AttemptLimit, type LimitContext } from "./limit-context.ts";

/** Attempts for one user name from one address. */
export const SIGN_INS: AttemptLimit = { name: "sign-in", attempts: 10, window_ms: 15 * 60_000 };
/** Attempts from one address, whatever the user name: many people may share an address. */
export const SIGN_INS_FROM_ONE: AttemptLimit = { name: "sign-in-from", attempts: 100, window_ms: 15 * 60_000 };
/**
 * Attempts for one user name from all addresses where that person never signed in, so that an attacker with many
 * addresses guesses no faster.
 */
export const SIGN_INS_OF_ONE: AttemptLimit = { name: "sign-in-of", attempts: 100, window_ms: 60 * 60_000 };
/**
 * Attempts from unknown addresses in all: ten hashes a second take less than half a core. The window is short, so a
 * person who exceeds it waits seconds.
 */
export const SIGN_INS_IN_ALL: AttemptLimit = { name: "sign-ins", attempts: 50, window_ms: 5000 };
/**
 * Changes of one person's password, successful or not, so that a stolen session cannot be used to guess the password.
 */
export const PASSWORD_CHANGES: AttemptLimit = { name: "password", attempts: 10, window_ms: 15 * 60_000 };
/**
 * Uses of one invitation or reset code from one address that hash a password, besides the sign-ups that an invitation is
 * for: a school or an office has one address.
 */
export const CODE_TRIES: AttemptLimit = { name: "code", attempts: 60, window_ms: 15 * 60_000 };
/** Failed sign-ins in the audit log, whatever the user name, so that anonymous clients cannot fill the store. */
export const FAILURES_ON_RECORD: AttemptLimit = { name: "failure", attempts: 200, window_ms: 60 * 60_000 };
/** Sign-ups without an invitation from one address: many people may share an address. */
export const SIGN_UPS_FROM_ONE: AttemptLimit = { name: "sign-up-from", attempts: 20, window_ms: 15 * 60_000 };
/** Sign-ups without an invitation in all. Each costs a hash, and most leave an account behind. */
export const SIGN_UPS_IN_ALL: AttemptLimit = { name: "sign-ups", attempts: 200, window_ms: 60 * 60_000 };
/** Requests of a sign-in with a provider from one address: its start and its end. */
export const PROVIDER_CALLS_FROM_ONE: AttemptLimit = { name: "provider-from", attempts: 600, window_ms: 15 * 60_000 };
/** The same from all addresses. Each may cause requests to the provider and transactions. */
export const PROVIDER_CALLS_IN_ALL: AttemptLimit = { name: "provider", attempts: 250, window_ms: 5000 };
/**
 * Logout tokens from one address: a provider that signs a whole company out sends them from its own, and not twice. Each
 * costs the check of a signature.
 */
export const LOGOUT_TOKENS_FROM_ONE: AttemptLimit = { name: "logout-from", attempts: 20_000, window_ms: 15 * 60_000 };
/** The same from all addresses. Beginning sign-ins uses up none of them. */
export const LOGOUT_TOKENS_IN_ALL: AttemptLimit = { name: "logout", attempts: 1000, window_ms: 5000 };
/** Sign-ins with passkeys from one address. They cannot be guessed; each that names a passkey costs the check of a signature. */
export const PASSKEYS_FROM_ONE: AttemptLimit = { name: "passkey-from", attempts: 100, window_ms: 15 * 60_000 };
/** The same from all addresses. */
export const PASSKEYS_IN_ALL: AttemptLimit = { name: "passkey", attempts: 250, window_ms: 5000 };
/** Calls of devices that sign in by a code, from one address. Each waits up to 25 seconds, so a sign-in takes few. */
export const DEVICE_CALLS_FROM_ONE: AttemptLimit = { name: "device-from", attempts: 300, window_ms: 15 * 60_000 };
/** The same from all addresses. */
export const DEVICE_CALLS_IN_ALL: AttemptLimit = { name: "device", attempts: 250, window_ms: 5000 };
/** Requests of one person to join one chat. Each is shown to its administrators and bots. */
export const JOIN_REQUESTS: AttemptLimit = { name: "join", attempts: 5, window_ms: 60 * 60_000 };
/** Mails that people ask for to one address, whoever asks, so that nobody's mailbox is filled. */
export const MAILS_TO_ONE: AttemptLimit = { name: "mail-to", attempts: 5, window_ms: 60 * 60_000 };
/** Password resets by mail that are asked for from one address: many people may share an address. */
export const RESETS_FROM_ONE: AttemptLimit = { name: "reset-from", attempts: 20, window_ms: 15 * 60_000 };
/** The same from all addresses. Each writes rows, whether it leads to somebody or not. */
export const RESETS_IN_ALL: AttemptLimit = { name: "resets", attempts: 20, window_ms: 5000 };
/** Uses of links that end mails, from one address: mail servers of many people may share it. */
export const UNSUBSCRIBES_FROM_ONE: AttemptLimit = { name: "unsubscribe-from", attempts: 100, window_ms: 15 * 60_000 };
/** The same from all addresses. */
export const UNSUBSCRIBES_IN_ALL: AttemptLimit = { name: "unsubscribe", attempts: 250, window_ms: 5000 };
/** Names that are remembered, at most: more than anonymous clients can try in any of the windows (SIGN_INS_IN_ALL). */
const MAX_NAMES = 50_000;

export class AttemptLimits {
  readonly #limit: AttemptLimit;
  readonly #context: LimitContext;
  readonly #attempts = new Map<string, { count: number; since_ms: number }>();

  constructor(limit: AttemptLimit, context: LimitContext) {
    this.#limit = limit;
    this.#context = context;
  }

  /**
   * Counts one attempt. This node counts it also where the shared counters decide, so that their outage gives nobody
   * new attempts at the same node.
   * @param allowed - the attempts in a window, if this name has more of them than others
   * @returns 0, or the whole seconds until the next attempt is allowed
   */
  take(name: string, allowed = this.#limit.attempts): number | Promise<number> {
    if (this.#context.isOff) return 0;
    const own = this.#takeShare(name, allowed);
    return preferShared(this.#context.shared?.attempt({ ...this.#limit, attempts: allowed }, name), () => own);
  }

  #takeShare(name: string, allowed: number): number {
    const { window_ms } = this.#limit;
    const now_ms = this.#context.now_ms();
    let entry = this.#attempts.get(name);
    if (!entry || now_ms - entry.since_ms >= window_ms) {
      // The oldest name is dropped, so that trying many names does not reset the count of one.
      if (this.#attempts.size >= MAX_NAMES) this.#attempts.delete(this.#attempts.keys().next().value!);
      this.#attempts.delete(name);
      entry = { count: 0, since_ms: now_ms };
      this.#attempts.set(name, entry);
    }
    entry.count += 1;
    const share = Math.max(1, Math.floor(allowed / this.#context.liveNodes()));
    return entry.count <= share ? 0 : Math.ceil((entry.since_ms + window_ms - now_ms) / 1000);
  }
}
