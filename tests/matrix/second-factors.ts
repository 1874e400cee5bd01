/** The objects of methods about a second factor. */
import type { FactorScope } from "@heliogram/shared/second-factor.ts";
import { TOTP } from "otpauth";
import { newAppSecret } from "heliogram/app/accounts/authenticator-app.ts";
import { setUpApp } from "heliogram/app/accounts/second-factor.ts";
import { NO_FACTOR_RULE } from "heliogram/domain/second-factor-rule.ts";
import { passwordMark, sealChallenge } from "heliogram/methods/engine/sign-in-challenge.ts";
import { sealEnrolment } from "heliogram/methods/engine/sign-in-enrolment.ts";
import { sealSetup } from "heliogram/methods/user/app-setup.ts";
import { suspendAccount } from "heliogram/store/queries/accounts/accounts.ts";
import { deletePasskeys } from "heliogram/store/queries/accounts/passkeys.ts";
import { setPasswordHash } from "heliogram/store/queries/accounts/people.ts";
import { saveFactorRule } from "heliogram/store/queries/accounts/second-factor-rule.ts";
import { deleteApp } from "heliogram/store/queries/accounts/second-factors.ts";
import { START_S, type Json } from "../support/service.ts";
import { now_s, PASSWORD, type AccountWorld } from "./account-world.ts";
import { PASSKEYS } from "./passkeys.ts";

const codeOf = (w: AccountWorld, secret: string) => new TOTP({ secret }).generate({ timestamp: now_s(w) * 1000 });

/** Gives a person a second factor. @returns its secret */
export async function secondFactorOf({ t }: AccountWorld, person_id: number): Promise<string> {
  const { db, deps } = t.service;
  const secret = newAppSecret(deps.random.bytes);
  await db.write((tx) => setUpApp(tx, deps, person_id, { secret, step: 0 }, START_S));
  return secret;
}

/** A right call of setSecondFactor, for this person. */
function appSetup(w: AccountWorld, person_id: number): Json {
  const { deps } = w.t.service;
  const secret = newAppSecret(deps.random.bytes);
  const { setup } = sealSetup(deps.seal, person_id, secret, now_s(w));
  return { setup, code: codeOf(w, secret) };
}

/** A right call of signInSecondFactor, of a new person if of nobody else. */
async function challenge(w: AccountWorld, of?: number): Promise<Json> {
  const { hashes, deps } = w.t.service;
  const person_id = of ?? (await w.person());
  const secret = await secondFactorOf(w, person_id);
  const begun = { person_id, password_mark: passwordMark(hashes, null), label: "" };
  return { challenge: sealChallenge(deps.seal, begun, now_s(w)).challenge, code: codeOf(w, secret) };
}

/** A right call of confirmEnrolment, of a new person. */
async function enrolment(w: AccountWorld): Promise<{ readonly person_id: number; readonly params: Json }> {
  const { hashes, deps } = w.t.service;
  const person_id = await w.person();
  const begun = { person_id, password_mark: passwordMark(hashes, null), label: "" };
  const secret = newAppSecret(deps.random.bytes);
  const { setup } = sealSetup(deps.seal, person_id, secret, now_s(w));
  const { token } = sealEnrolment(deps.seal, deps.random.bytes, begun, now_s(w));
  return { person_id, params: { enrolment: token, setup, code: codeOf(w, secret) } };
}

const confirming = async (w: AccountWorld, change: Json): Promise<Json> => ({
  ...(await enrolment(w)).params,
  ...change,
});

/** Makes the rule what it is for some object, until the next call. */
export async function ruleOf({ t }: AccountWorld, required_of: FactorScope): Promise<void> {
  await t.service.db.write((tx) => saveFactorRule(tx, { required_of, due_at: START_S }));
}

/** The objects of setSecondFactorRule. */
export const FACTOR_RULES: Readonly<Record<string, (w: AccountWorld) => Json | Promise<Json>>> = {
  "requiring it of nobody": () => ({ required_of: "nobody" }),
  "requiring it of owners, without one": async ({ t }) => {
    await t.service.db.write(async (tx) => {
      await setPasswordHash(tx, t.id("boss"), "none");
      await deleteApp(tx, t.id("boss"));
      await deletePasskeys(tx, t.id("boss"));
      await saveFactorRule(tx, NO_FACTOR_RULE);
    });
    return { required_of: "owners" };
  },
  "requiring it of everybody, with one": async (w) => {
    await secondFactorOf(w, w.t.id("boss"));
    return { required_of: "everybody" };
  },
};

export const SECOND_FACTORS: Readonly<Record<string, (w: AccountWorld) => Json | Promise<Json>>> = {
  ...PASSKEYS,
  "their password": async (w) => {
    await ruleOf(w, "nobody");
    return { password: PASSWORD };
  },
  "their password, without a second factor": async ({ t, caller }) => {
    await t.service.db.write((tx) => deleteApp(tx, caller.id));
    await t.service.db.write((tx) => deletePasskeys(tx, caller.id));
    return { password: PASSWORD };
  },
  "their password, with a second factor": async (w) => {
    await secondFactorOf(w, w.caller.id);
    return { password: PASSWORD };
  },
  "their password, where it is required": async (w) => {
    await ruleOf(w, "everybody");
    return { password: PASSWORD };
  },
  "an unknown enrolment": () => ({ enrolment: "unknown" }),
  "an own enrolment": async (w) => ({ enrolment: (await enrolment(w)).params.enrolment }),
  "an unknown enrolment, the right code": (w) => confirming(w, { enrolment: "unknown" }),
  "an own enrolment, another's setup": (w) => confirming(w, { setup: appSetup(w, w.t.id("other")).setup }),
  "an own enrolment, a wrong code": (w) => confirming(w, { code: "not a code" }),
  "an own enrolment, the right code": (w) => confirming(w, {}),
  "the enrolment of somebody suspended since": async (w) => {
    const { person_id, params } = await enrolment(w);
    await w.t.service.db.write((tx) => suspendAccount(tx, person_id, START_S));
    return params;
  },
  "another's setup": (w) => appSetup(w, w.t.id("other")),
  "own setup, a wrong code": (w) => ({ ...appSetup(w, w.caller.id), code: "not a code" }),
  "own setup, the right code": (w) => appSetup(w, w.caller.id),
  "an unknown challenge": () => ({ challenge: "unknown", code: "123456" }),
  "an own challenge, a wrong code": async (w) => ({ ...(await challenge(w)), code: "not a code" }),
  "an own challenge, the right code": (w) => challenge(w),
  "the challenge of somebody suspended since": async (w) => {
    const person_id = await w.person();
    const begun = await challenge(w, person_id);
    await w.t.service.db.write((tx) => suspendAccount(tx, person_id, START_S));
    return begun;
  },
};
