/** Sign-ins that first have to set up a second factor: sealed, so that any node goes on with them and nothing is stored. */
import type { Seal } from "../../app/accounts/seal.ts";

/** Seconds in which a second factor is set up: enough to install an app. */
const LIFE_S = 900;
const PURPOSE = "sign-in enrolment";
const ID_BYTES = 16;

export interface SignInEnrolment {
  readonly person_id: number;
  /** As in a challenge (`passwordMark`). */
  readonly password_mark: string;
  /** The name of the session. */
  readonly label: string;
}

export interface OpenedEnrolment extends SignInEnrolment {
  /** By which it is known that it was used. */
  readonly id: string;
  readonly expires_at: number;
}

/** What the answer to a right password contains in place of a session. */
export function sealEnrolment(
  seal: Seal,
  bytes: (length: number) => Buffer,
  enrolment: SignInEnrolment,
  now_s: number,
): { token: string; expires_at: number } {
  const expires_at = now_s + LIFE_S;
  const opened: OpenedEnrolment = { ...enrolment, id: bytes(ID_BYTES).toString("hex"), expires_at };
  return { token: seal.closeUntil(opened, PURPOSE, expires_at), expires_at };
}

/** `undefined` for one that has expired, or that this service has not sealed. */
export function openEnrolment(seal: Seal, sealed: string, now_s: number): OpenedEnrolment | undefined {
  return seal.openUntil(sealed, PURPOSE, now_s);
}
