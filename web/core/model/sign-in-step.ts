/** What follows the password where it does not open a session. */
import type { PasskeyRequest } from "@heliogram/shared/wire.ts";

/** What the service asks for, of what the user has. A recovery code does in any case. */
export interface SecondFactorAsked {
  readonly challenge: string;
  /** The user has an authenticator app. */
  readonly app?: true;
  /** What the browser asks for a passkey with. */
  readonly passkey?: PasskeyRequest;
}

export type SignInStep =
  /** The user gives a second factor. */
  | { readonly kind: "second_factor"; readonly asked: SecondFactorAsked }
  /** The user sets one up. */
  | { readonly kind: "enrolment"; readonly token: string };

/** The answer to a sign-in. */
export interface SignInAnswer {
  readonly user: unknown;
  readonly second_factor?: SecondFactorAsked;
  readonly enrolment?: { readonly token: string };
}

/** @returns `undefined` if the session is open */
export function stepOf({ second_factor, enrolment }: SignInAnswer): SignInStep | undefined {
  if (second_factor) return { kind: "second_factor", asked: second_factor };
  return enrolment && { kind: "enrolment", token: enrolment.token };
}
