/** Dialects: every difference between the native bot API and what unmodified Telegram bots expect, in one table. */
import type { Dialect } from "../../domain/accounts.ts";
import type { UnsupportedButtonPolicy } from "../../domain/button-kinds.ts";
import { REFUSALS, type Refusal } from "../../domain/refusals.ts";
import { unsupportedMethod } from "../bot/unsupported-methods.ts";
import type { Method } from "./method.ts";

interface Traits {
  /** The code of a refusal, where it differs from the refusal's own. */
  readonly code: (refusal: Refusal) => number | undefined;
  /** Whether getMe includes the bot's capabilities. */
  readonly capabilities: boolean;
  /** Whether methods that send media accept GET with a file_id. */
  readonly mediaByGet: boolean;
  /** Parameters whose absence means "". */
  readonly emptyWhenAbsent: readonly string[];
  /** Buttons of unsupported kinds: refused, or kept and returned without effect. */
  readonly unsupportedButtons: UnsupportedButtonPolicy;
  /** What follows "Not Found: " for a method that does not exist; "" for nothing. `method` is in lower case. */
  readonly noSuchMethod: (method: string) => string;
}

const TRAITS: Readonly<Record<Dialect, Traits>> = {
  native: {
    code: () => undefined,
    capabilities: false,
    mediaByGet: false,
    emptyWhenAbsent: [],
    unsupportedButtons: "refuse",
    noSuchMethod,
  },
  telegram: {
    code: (refusal) => (REFUSALS[refusal].code === 404 || refusal === "EDIT_FORBIDDEN" ? 400 : undefined),
    capabilities: true,
    mediaByGet: true,
    emptyWhenAbsent: ["custom_title"],
    unsupportedButtons: "keep",
    noSuchMethod: () => "",
  },
};

function noSuchMethod(method: string): string {
  const absent = unsupportedMethod(method);
  return absent === undefined ? "method not found" : `method ${absent} is not available in this service`;
}

export function traitsOf(dialect: Dialect): Traits {
  return TRAITS[dialect];
}

/**
 * The code with which a method answers a refusal in a dialect. A code that the method does not declare becomes 400
 * (behaviour.md §1: where no 404 is listed, what is not found is a bad request).
 */
export function codeOf(method: Method, refusal: Refusal, dialect: Dialect): number {
  const code = TRAITS[dialect].code(refusal) ?? REFUSALS[refusal].code;
  return (method.codes as readonly number[]).includes(code) ? code : 400;
}
