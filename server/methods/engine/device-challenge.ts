/** Challenges by which a person confirms a device with a second factor: sealed for the session and the device. */
import type { Seal } from "../../app/accounts/seal.ts";

/** The device that waits, and the session that is asked about it. */
interface AskedAbout {
  readonly session_id: number;
  readonly number: string;
}

const purposeOf = ({ session_id, number }: AskedAbout) => `device of session ${session_id}: ${number}`;

/** @param expires_at - until when the device waits, in Unix seconds */
export function sealDeviceChallenge(seal: Seal, about: AskedAbout, expires_at: number): string {
  return seal.closeUntil({}, purposeOf(about), expires_at);
}

/** Whether the person was asked about this device, and it still waits. */
export function isDeviceChallenge(seal: Seal, challenge: string, about: AskedAbout, now_s: number): boolean {
  return seal.openUntil(challenge, purposeOf(about), now_s) !== undefined;
}
