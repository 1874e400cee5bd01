/** The objects of methods about a second factor. */
import { TOTP } from "otpauth";
import { newAppSecret } from "heliogram/app/accounts/authenticator-app.ts";
import { setUpApp } from "heliogram/app/accounts/second-factor.ts";
import { passwordMark, sealChallenge } from "heliogram/methods/engine/sign-in-challenge.ts";
import { sealSetup } from "heliogram/methods/user/app-setup.ts";
import { suspendAccount } from "heliogram/store/queries/accounts/accounts.ts";
import { deletePasskeys } from "heliogram/store/queries/accounts/passkeys.ts";
import { deleteApp } from "heliogram/store/queries/accounts/second-factors.ts";
import { START_S, type Json, type TestService } from "../support/service.ts";
import { PASSKEYS } from "./passkeys.ts";

/** What the objects need of the fixtures. */
interface World {
  readonly t: TestService;
  person(): Promise<number>;
}

const PASSWORD = "correct horse";

const now_s = ({ t }: World) => Math.floor(t.service.deps.clock.now() / 1000);
const codeOf = (w: World, secret: string) => new TOTP({ secret }).generate({ timestamp: now_s(w) * 1000 });

/** Gives a person a second factor. @returns its secret */
async function secondFactorOf({ t }: World, person_id: number): Promise<string> {
  const { db, deps } = t.service;
  const secret = newAppSecret(deps.random.bytes);
  await db.write((tx) => setUpApp(tx, deps, person_id, { secret, step: 0 }, START_S));
  return secret;
}

/** A right call of setSecondFactor, for this person. */
function appSetup(w: World, username: string): Json {
  const { deps } = w.t.service;
  const secret = newAppSecret(deps.random.bytes);
  const { setup } = sealSetup(deps.seal, w.t.id(username), secret, now_s(w));
  return { setup, code: codeOf(w, secret) };
}

/** A right call of signInSecondFactor, of a new person if of nobody else. */
async function challenge(w: World, of?: number): Promise<Json> {
  const { hashes, deps } = w.t.service;
  const person_id = of ?? (await w.person());
  const secret = await secondFactorOf(w, person_id);
  const begun = { person_id, password_mark: passwordMark(hashes, null), label: "" };
  return { challenge: sealChallenge(deps.seal, begun, now_s(w)).challenge, code: codeOf(w, secret) };
}

export const SECOND_FACTORS: Readonly<Record<string, (w: World) => Json | Promise<Json>>> = {
  ...PASSKEYS,
  "their password": () => ({ password: PASSWORD }),
  "their password, without a second factor": async ({ t }) => {
    await t.service.db.write((tx) => deleteApp(tx, t.id("caller")));
    await t.service.db.write((tx) => deletePasskeys(tx, t.id("caller")));
    return { password: PASSWORD };
  },
  "their password, with a second factor": async (w) => {
    await secondFactorOf(w, w.t.id("caller"));
    return { password: PASSWORD };
  },
  "another's setup": (w) => appSetup(w, "other"),
  "own setup, a wrong code": (w) => ({ ...appSetup(w, "caller"), code: "not a code" }),
  "own setup, the right code": (w) => appSetup(w, "caller"),
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
