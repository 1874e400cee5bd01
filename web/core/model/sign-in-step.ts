/** What follows the password where it does not open a session. */

export type SignInStep =
  /** The user gives a second factor. */
  | { readonly kind: "second_factor"; readonly challenge: string }
  /** The user sets one up. */
  | { readonly kind: "enrolment"; readonly token: string };

/** The answer to a sign-in. */
export interface SignInAnswer {
  readonly user: unknown;
  readonly second_factor?: { readonly challenge: string };
  readonly enrolment?: { readonly token: string };
}

/** @returns `undefined` if the session is open */
export function stepOf({ second_factor, enrolment }: SignInAnswer): SignInStep | undefined {
  if (second_factor) return { kind: "second_factor", challenge: second_factor.challenge };
  return enrolment && { kind: "enrolment", token: enrolment.token };
}
