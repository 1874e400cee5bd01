/** The second factor: which codes count, and how many attempts there are (behaviour.md §2). */

/** Recovery codes of one set. */
export const RECOVERY_CODES = 10;
/** Random bytes of a recovery code: 80 bits cannot be guessed, even from the hashes with their key. */
export const RECOVERY_CODE_BYTES = 10;
/** Attempts of one person in a window. With three valid codes at a time, guessing takes decades on average. */
const TRIES = 10;
const WINDOW_S = 3600;

/** Letters and digits that nobody confuses. */
const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

/** A recovery code as it is shown: four groups of four characters. */
export function recoveryCode(bytes: Uint8Array): string {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  const letters = bits.match(/.{5}/g) ?? [];
  const text = letters.map((each) => ALPHABET[Number.parseInt(each, 2)]).join("");
  return (text.match(/.{4}/g) ?? []).join("-");
}

/** A code as it was typed: of an app, a recovery code in the form in which it is hashed, or neither. */
export function readCode(typed: string): { readonly kind: "app" | "recovery"; readonly code: string } | undefined {
  const code = typed.normalize("NFKC").toLowerCase().replace(/[\s-]/g, "");
  if (/^\d{6}$/.test(code)) return { kind: "app", code };
  return /^[a-z2-9]{16}$/.test(code) ? { kind: "recovery", code } : undefined;
}

/** Whether the code of a time step may be accepted: each is once, and none after that of a later step. */
export function isFreshStep(step: number, last_step: number): boolean {
  return step > last_step;
}

export interface Tries {
  readonly count: number;
  /** When the window began, in Unix seconds. */
  readonly since: number;
}

/** Counts one more attempt. @returns the attempts then, and 0 or the seconds until the next attempt is allowed */
export function countTry(before: Tries | undefined, now_s: number): { readonly tries: Tries; readonly wait_s: number } {
  const isOver = before === undefined || now_s >= before.since + WINDOW_S || now_s < before.since;
  if (isOver) return { tries: { count: 1, since: now_s }, wait_s: 0 };
  const wait_s = before.count >= TRIES ? before.since + WINDOW_S - now_s : 0;
  return { tries: { count: Math.min(before.count + 1, TRIES), since: before.since }, wait_s };
}
