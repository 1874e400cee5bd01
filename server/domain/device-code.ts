/** Signing in another device by a code that an open session shows: its states and times (behaviour.md §2). */
import type { SignInWay } from "@heliogram/shared/sign-in.ts";

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

/** Ways that prove the password at most, so a second factor that the person has was not given. */
const WITHOUT_SECOND_FACTOR: readonly (SignInWay | "")[] = ["", "sign_up", "password", "reset_link"];

/** Whether a session opened so may approve devices of a person with a second factor. "": of an earlier version. */
export function metSecondFactor(way: SignInWay | ""): boolean {
  return !WITHOUT_SECOND_FACTOR.includes(way);
}
