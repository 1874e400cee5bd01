/** Authenticator apps: time-based codes (RFC 6238), with the parameters that all apps know. */
import { Secret, TOTP } from "otpauth";

/** As RFC 4226 recommends for SHA-1. */
const SECRET_BYTES = 20;
const PERIOD_S = 30;
const DIGITS = 6;
/** Steps by which the clock of the app may differ. */
const STEPS_AROUND = 1;

/** A new secret in base32, as people type it into an app. */
export function newAppSecret(bytes: (length: number) => Buffer): string {
  return new Secret({ buffer: new Uint8Array(bytes(SECRET_BYTES)).buffer }).base32;
}

/** The address that a QR code gives to the app. @param service - the host of the service, by which people tell accounts apart */
export function appAddress(secret: string, service: string, account: string): string {
  return new TOTP({
    secret,
    issuer: `Heliogram ${service}`,
    label: account,
    digits: DIGITS,
    period: PERIOD_S,
  }).toString();
}

/** The time step whose code this is, at most one from that of now; `undefined` for a wrong code. */
export function stepOfCode(secret: string, code: string, now_s: number): number | undefined {
  const timestamp = now_s * 1000;
  const totp = new TOTP({ secret, digits: DIGITS, period: PERIOD_S });
  const delta = totp.validate({ token: code, timestamp, window: STEPS_AROUND });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
