/** What follows the password where it does not open a session. */
import type { SessionOpened } from "@heliogram/shared/wire.ts";

/** What the service asks for, of what the user has. */
export type SecondFactorAsked = NonNullable<SessionOpened["second_factor"]>;

export type SignInStep =
  /** The user gives a second factor. */
  | { readonly kind: "second_factor"; readonly asked: SecondFactorAsked }
  /** The user sets one up. */
  | { readonly kind: "enrolment"; readonly token: string };

/** @returns `undefined` if the session is open */
export function stepOf({ second_factor, enrolment }: SessionOpened): SignInStep | undefined {
  if (second_factor) return { kind: "second_factor", asked: second_factor };
  return enrolment && { kind: "enrolment", token: enrolment.token };
}
