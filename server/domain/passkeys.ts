/** Passkeys: how many, and which signature counters count (behaviour.md §2). */

/** Passkeys of one person: one for each device, and spare ones. */
export const MAX_PASSKEYS = 20;

/**
 * Whether an assertion with this signature counter is newer than all before. A counter that does not grow tells of a copy
 * of the authenticator; one without a counter always says 0 (WebAuthn §6.1.1).
 */
export function isFreshCounter(counter: number, newest: number): boolean {
  return counter > newest || (counter === 0 && newest === 0);
}
