/** The rows and objects of methods about passkeys. */
import type { NewCredential } from "@heliogram/shared/passkeys.ts";
import { beginSetup, beginSignIn, passkeyRequest } from "heliogram/app/accounts/passkey-challenges.ts";
import { addPasskey } from "heliogram/app/accounts/passkeys.ts";
import { relyingPartyOf } from "heliogram/app/accounts/relying-party.ts";
import { verifyCredential } from "heliogram/app/accounts/webauthn.ts";
import { passwordMark, sealChallenge } from "heliogram/methods/engine/sign-in-challenge.ts";
import { sealEnrolment } from "heliogram/methods/engine/sign-in-enrolment.ts";
import { suspendAccount } from "heliogram/store/queries/accounts/accounts.ts";
import { deletePasskeys } from "heliogram/store/queries/accounts/passkeys.ts";
import { Authenticator, type Deviation } from "../support/authenticator.ts";
import { START_S, type Json } from "../support/service.ts";
import { now_s, PASSWORD, type AccountWorld } from "./account-world.ts";
import type { Outcome } from "./expected.ts";
import { UNKNOWN_ID } from "./requests.ts";

export const PASSKEY_ROWS: Readonly<Record<string, Readonly<Record<string, Outcome>>>> = {
  listPasskeys: { nothing: "ok" },
  beginPasskey: { "a password that is not theirs": "PASSWORD_WRONG", "their password": "ok" },
  addPasskey: {
    "another's passkey setup": "CHALLENGE_INVALID",
    "own passkey setup, made elsewhere": "PASSKEY_WRONG",
    "own passkey setup, a known passkey": "PASSKEY_TAKEN",
    "own passkey setup": "ok",
  },
  renamePasskey: {
    "own passkey": "ok",
    "another's passkey": "PASSKEY_NOT_FOUND",
    "an unknown passkey": "PASSKEY_NOT_FOUND",
  },
  removePasskey: {
    "own passkey": "ok",
    "own passkey, a wrong password": "PASSWORD_WRONG",
    "another's passkey": "PASSKEY_NOT_FOUND",
    "an unknown passkey": "PASSKEY_NOT_FOUND",
  },
  beginPasskeySignIn: { nothing: "ok" },
  signInPasskey: {
    "a passkey": "ok",
    "a passkey, an unknown challenge": "CHALLENGE_INVALID",
    "a passkey that nobody has": "PASSKEY_WRONG",
    "the passkey of somebody suspended since": "USER_DEACTIVATED",
  },
};

const partyOf = ({ t }: AccountWorld) => relyingPartyOf(t.service.deps.addresses)!;

/** A right call of addPasskey for a person, with a device that is new if no other is given. */
function setup(w: AccountWorld, person_id: number, deviation: Deviation = {}, device?: Authenticator): Json {
  const { deps } = w.t.service;
  const party = partyOf(w);
  const owner = { person_id, username: "", full_name: "", passkeys: [] };
  const begun = beginSetup(deps, party, owner, now_s(w));
  const credential = (device ?? new Authenticator(party.origin)).create(begun.options, deviation);
  return { setup: begun.setup, name: "Laptop", credential };
}

/** Adds a passkey without a call. */
async function passkeyOf(
  w: AccountWorld,
  person_id: number,
): Promise<{ readonly device: Authenticator; readonly id: number }> {
  const { db, deps } = w.t.service;
  const party = partyOf(w);
  const device = new Authenticator(party.origin);
  const owner = { person_id, username: "", full_name: "", passkeys: [] };
  const { options } = beginSetup(deps, party, owner, now_s(w));
  const made = device.create(options) as NewCredential;
  const credential = (await verifyCredential(made, { ...party, challenge: options.challenge }))!;
  const { rp_id } = party;
  const added = await db.write(async (tx) => {
    await deletePasskeys(tx, person_id);
    return addPasskey(
      tx,
      deps,
      person_id,
      { credential, name: "Laptop", rp_id, user_handle: options.user.id },
      START_S,
    );
  });
  if (typeof added === "string") throw new Error(added);
  return { device, id: added.passkey.id };
}

/** A right call of confirmEnrolment with a passkey, of a new person. */
async function enrolling(w: AccountWorld, deviation: Deviation = {}): Promise<Json> {
  const { hashes, deps } = w.t.service;
  const person_id = await w.person();
  const begun = { person_id, password_mark: passwordMark(hashes, null), label: "" };
  const { token } = sealEnrolment(deps.seal, deps.random.bytes, begun, now_s(w));
  const { credential, ...made } = setup(w, person_id, deviation);
  return { enrolment: token, ...made, passkey: credential };
}

/** A right call of signInPasskey. */
function signIn(w: AccountWorld, device: Authenticator, deviation: Deviation = {}): Json {
  const { seal, hashes } = w.t.service.deps;
  const { challenge, options } = beginSignIn(seal, hashes, partyOf(w), now_s(w));
  return { challenge, credential: device.get(options, deviation) };
}

/** A right call of signInSecondFactor by a person with a passkey. */
async function after(w: AccountWorld, device?: Authenticator): Promise<Json> {
  const { seal, hashes } = w.t.service.deps;
  const person_id = await w.person();
  const own = await passkeyOf(w, person_id);
  const begun = { person_id, password_mark: passwordMark(hashes, null), label: "" };
  const { challenge } = sealChallenge(seal, begun, now_s(w));
  return { challenge, passkey: (device ?? own.device).get(passkeyRequest(hashes, challenge, partyOf(w), [])) };
}

export const PASSKEYS: Readonly<Record<string, (w: AccountWorld) => Json | Promise<Json>>> = {
  "another's passkey setup": (w) => setup(w, w.t.id("other")),
  "own passkey setup, made elsewhere": (w) => setup(w, w.caller.id, { origin: "https://elsewhere.example" }),
  "own passkey setup, a known passkey": async (w) => {
    const { device } = await passkeyOf(w, w.t.id("other"));
    return setup(w, w.caller.id, {}, device);
  },
  "own passkey setup": async (w) => {
    await w.t.service.db.write((tx) => deletePasskeys(tx, w.caller.id));
    return setup(w, w.caller.id);
  },
  "own passkey": async (w) => {
    const { id } = await passkeyOf(w, w.caller.id);
    return { passkey_id: id, name: "Phone", password: PASSWORD };
  },
  "own passkey, a wrong password": async (w) => {
    const { id } = await passkeyOf(w, w.caller.id);
    return { passkey_id: id, password: "wrong horse" };
  },
  "another's passkey": async (w) => {
    const { id } = await passkeyOf(w, w.t.id("other"));
    return { passkey_id: id, name: "Phone", password: PASSWORD };
  },
  "an unknown passkey": () => ({ passkey_id: UNKNOWN_ID, name: "Phone", password: PASSWORD }),
  "a passkey": async (w) => signIn(w, (await passkeyOf(w, await w.person())).device),
  "a passkey, an unknown challenge": async (w) => ({
    ...signIn(w, (await passkeyOf(w, await w.person())).device),
    challenge: "unknown",
  }),
  "a passkey that nobody has": (w) => signIn(w, new Authenticator(partyOf(w).origin), { rp_id: partyOf(w).rp_id }),
  "the passkey of somebody suspended since": async (w) => {
    const person_id = await w.person();
    const { device } = await passkeyOf(w, person_id);
    await w.t.service.db.write((tx) => suspendAccount(tx, person_id, START_S));
    return signIn(w, device);
  },
  "an own challenge, a passkey": (w) => after(w),
  "an own enrolment, a passkey": (w) => enrolling(w),
  "an own enrolment, a passkey made elsewhere": (w) => enrolling(w, { origin: "https://elsewhere.example" }),
  "an own challenge, another's passkey": async (w) => after(w, (await passkeyOf(w, w.t.id("other"))).device),
};
