/** Dialects: the one table of what differs between the contract to the letter and what unmodified bots expect. */
import type { Dialect } from "../domain/accounts.ts";
import type { AbsentKinds } from "../domain/button-kinds.ts";
import { REFUSALS, type Refusal } from "../domain/refusals.ts";
import { absentMethod } from "./bot/absent-methods.ts";
import type { Method } from "./method.ts";

interface Traits {
  /** The code of a refusal, where it is another than the refusal's own. */
  readonly code: (refusal: Refusal) => number | undefined;
  /** Whether getMe also tells what the bot can do. */
  readonly capabilities: boolean;
  /** Whether methods that send media take GET with a file_id. */
  readonly mediaByGet: boolean;
  /** Parameters that mean "" when they are absent. */
  readonly emptyWhenAbsent: readonly string[];
  /** Buttons of a kind that the service does not have: refused, or kept, given back and of no effect. */
  readonly absentButtons: AbsentKinds;
  /** What follows "Not Found: " for a method that does not exist; "" for nothing. `method` is in lower case. */
  readonly noSuchMethod: (method: string) => string;
}

const TRAITS: Readonly<Record<Dialect, Traits>> = {
  native: {
    code: () => undefined,
    capabilities: false,
    mediaByGet: false,
    emptyWhenAbsent: [],
    absentButtons: "refuse",
    noSuchMethod,
  },
  telegram: {
    code: (refusal) => (REFUSALS[refusal].code === 404 || refusal === "EDIT_FORBIDDEN" ? 400 : undefined),
    capabilities: true,
    mediaByGet: true,
    emptyWhenAbsent: ["custom_title"],
    absentButtons: "keep",
    noSuchMethod: () => "",
  },
};

function noSuchMethod(method: string): string {
  const absent = absentMethod(method);
  return absent === undefined ? "method not found" : `method ${absent} is not available in this service`;
}

export function traitsOf(dialect: Dialect): Traits {
  return TRAITS[dialect];
}

/**
 * The code a method answers a refusal with: the dialect's, and only one the method declares
 * (behaviour.md §1: where no 404 is listed, what is not found is a bad request).
 */
export function codeOf(method: Method, refusal: Refusal, dialect: Dialect): number {
  const code = TRAITS[dialect].code(refusal) ?? REFUSALS[refusal].code;
  return (method.codes as readonly number[]).includes(code) ? code : 400;
}
