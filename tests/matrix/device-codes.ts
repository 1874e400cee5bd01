/** The objects of methods by which an open session lets another device sign in. */
import { claimHash, codeHash } from "heliogram/app/accounts/device-codes.ts";
import { secret } from "heliogram/app/accounts/tokens.ts";
import type { DeviceCodeState } from "heliogram/domain/device-code.ts";
import {
  claimDeviceCode,
  confirmClaim,
  refuseClaim,
  saveDeviceCode,
} from "heliogram/store/queries/accounts/device-codes.ts";
import { findSignedIn } from "heliogram/store/queries/accounts/people.ts";
import { deletePasskeys } from "heliogram/store/queries/accounts/passkeys.ts";
import { deleteApp } from "heliogram/store/queries/accounts/second-factors.ts";
import type { Json } from "../support/service.ts";
import type { AccountWorld } from "./account-world.ts";
import { ruleOf, secondFactorOf } from "./second-factors.ts";

/** The code and claim of a device, in a state, of the session with this token. Its person has no second factor then. */
async function deviceOf(w: AccountWorld, access_token: string, state: DeviceCodeState) {
  const { db, hashes, deps } = w.t.service;
  await ruleOf(w, "nobody");
  const now_s = Math.floor(deps.clock.now() / 1000);
  const [code, claim, number] = [secret(deps.random.bytes), secret(deps.random.bytes), "0417"];
  const expires_at = now_s + 60;
  await db.write(async (tx) => {
    const found = await findSignedIn(tx, hashes.of(access_token), now_s);
    // A concurrent call has ended the session.
    if (!found) return;
    const { session_id, person } = found;
    await deleteApp(tx, person.id);
    await deletePasskeys(tx, person.id);
    await saveDeviceCode(tx, { session_id, person_id: person.id, expires_at }, codeHash(hashes, code));
    if (state === "shown") return;
    const device = { number, label: "phone", client_address: "", expires_at };
    await claimDeviceCode(tx, session_id, device, claimHash(hashes, claim));
    if (state === "confirmed") await confirmClaim(tx, session_id, { way: "password", at: now_s }, expires_at);
    if (state === "refused") await refuseClaim(tx, session_id, expires_at);
  });
  return { code, claim, number };
}

const shown = async (w: AccountWorld, access_token: string) => ({
  code: (await deviceOf(w, access_token, "shown")).code,
});
const numberOf = async (w: AccountWorld, access_token: string) => ({
  number: (await deviceOf(w, access_token, "claimed")).number,
});
const answered = async (w: AccountWorld, state: "confirmed" | "refused") => ({
  claim: (await deviceOf(w, await w.session(w.caller.id), state)).claim,
});

/** `access_token` is that of the session which makes the call. */
export const DEVICE_CODES: Readonly<Record<string, (w: AccountWorld, access_token: string) => Json | Promise<Json>>> = {
  "a shown code": async (w) => shown(w, await w.session("other")),
  "a claimed code": async (w) => {
    const { code } = await deviceOf(w, await w.session("other"), "claimed");
    return { code };
  },
  "no code of this service": () => ({ code: "x".repeat(43) }),
  "a device of this session": numberOf,
  "a device of another own session": async (w) => numberOf(w, await w.session(w.caller.id)),
  "a device of another's session": async (w) => numberOf(w, await w.session("other")),
  "no second factor": async (w, access_token) => {
    await shown(w, access_token);
    return {};
  },
  "a device that waits": async (w, access_token) => {
    await deviceOf(w, access_token, "claimed");
    return {};
  },
  "own shown code": shown,
  "no second factor, where it is required": async (w, access_token) => {
    await shown(w, access_token);
    await ruleOf(w, "everybody");
    return {};
  },
  "a device of this session, and a second factor since": async (w, access_token) => {
    const number = await numberOf(w, access_token);
    await secondFactorOf(w, w.caller.id);
    return number;
  },
  "a confirmed claim": (w) => answered(w, "confirmed"),
  "a refused claim": (w) => answered(w, "refused"),
  "no claim of this service": () => ({ claim: "x".repeat(43) }),
};

const DEVICE = {
  "a device of this session": "ok",
  "a device of another own session": "DEVICE_NOT_WAITING",
  "a device of another's session": "DEVICE_NOT_WAITING",
} as const;

export const DEVICE_CODE_OUTCOMES = {
  showDeviceCode: {
    "no second factor": "ok",
    "a device that waits": "DEVICE_WAITING",
    "no second factor, where it is required": "SECOND_FACTOR_MISSING",
  },
  getDeviceCode: { nothing: "ok" },
  hideDeviceCode: { "own shown code": "ok", "a shown code": "ok", "no code of this service": "ok" },
  claimDeviceCode: {
    "a shown code": "ok",
    "a claimed code": "DEVICE_CODE_INVALID",
    "no code of this service": "DEVICE_CODE_INVALID",
  },
  confirmDevice: {
    ...DEVICE,
    "a device of this session, and a second factor since": "SECOND_FACTOR_WRONG",
  },
  refuseDevice: DEVICE,
  signInDevice: {
    "a confirmed claim": "ok",
    "a refused claim": "DEVICE_REFUSED",
    "no claim of this service": "DEVICE_CODE_INVALID",
  },
} as const;
