/** Signing in another device by a code that an open session shows: its states and times (behaviour.md §2). */
import { isRecent } from "./recent-proof.ts";

/** `shown`: nobody has used the code. `claimed`: a device has, and the session is asked. The others are the answer. */
export type DeviceCodeState = "shown" | "claimed" | "confirmed" | "refused";

/** Seconds a code lasts that nobody uses: who photographs the screen has to be quick, and pages renew it. */
export const CODE_LIFE_S = 60;
/** Seconds in which the person answers: they compare two screens, and may fetch the other device. */
export const ANSWER_LIFE_S = 180;
/** Seconds after the answer in which the device learns it. */
export const OUTCOME_LIFE_S = 60;

export type DeviceCodeStep = "claim" | "confirm" | "refuse" | "sign_in";

/** The state that each step needs. A code goes through them once. */
const NEEDS: Readonly<Record<DeviceCodeStep, DeviceCodeState>> = {
  claim: "shown",
  confirm: "claimed",
  refuse: "claimed",
  sign_in: "confirmed",
};

/** @param state - `undefined` for a code that is unknown, replaced or expired */
export function mayStep(state: DeviceCodeState | undefined, step: DeviceCodeStep): boolean {
  return state === NEEDS[step];
}

/** The number that both screens show: four digits from random bytes, in two groups that are easy to compare. */
export function deviceNumber(bytes: Uint8Array): string {
  const value = ((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)) % 10_000;
  return String(value).padStart(4, "0");
}

/** What the person proves who they are with before a device is let in; "sign_in": they have nothing to prove it with. */
export type DeviceProof = "second_factor" | "password" | "sign_in" | "none";

/** A person whose session lets a device in. */
export interface Confirming {
  readonly has_second_factor: boolean;
  readonly has_password: boolean;
  /** When they have proven it last in this session, in Unix seconds. */
  readonly proven_at: number;
}

/**
 * A second factor is asked for whenever there is one: a session lasts for months, and whoever is at the device for a
 * minute would get one of their own. Without one, a sign-in a short while ago does, else the password.
 */
export function askedProof({ has_second_factor, has_password, proven_at }: Confirming, now_s: number): DeviceProof {
  if (has_second_factor) return "second_factor";
  if (isRecent(proven_at, now_s)) return "none";
  return has_password ? "password" : "sign_in";
}
