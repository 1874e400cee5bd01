/** The rule of a service about who must have a second factor (behaviour.md §2). */
import type { FactorScope } from "@heliogram/shared/second-factor.ts";
import type { SignInWay } from "@heliogram/shared/sign-in.ts";

export interface FactorRule {
  readonly required_of: FactorScope;
  /** When sessions end that were opened without one, in Unix seconds. */
  readonly due_at: number;
}

export const NO_FACTOR_RULE: FactorRule = { required_of: "nobody", due_at: 0 };

/** Whether the rule is about this person, who signs in with a password. */
export function isAbout({ required_of }: FactorRule, { is_owner }: { readonly is_owner: boolean }): boolean {
  return required_of === "everybody" || (required_of === "owners" && is_owner);
}

/** Ways that are no matter of the rule: what the provider asks is its own affair, and a developer gives no credential. */
export const EXEMPT_WAYS: readonly (SignInWay | "")[] = ["provider", "developer"];

/** Ways that prove the password at most. "": of a session of an earlier version. */
const WITHOUT_SECOND_FACTOR: readonly (SignInWay | "")[] = ["", "sign_up", "password", "reset_link"];

/** Whether a session that was opened so has proven a second factor of its person, or needs none. */
export function metSecondFactor(way: SignInWay | ""): boolean {
  return !WITHOUT_SECOND_FACTOR.includes(way);
}
