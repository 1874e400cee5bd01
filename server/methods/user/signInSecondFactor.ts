/** signInSecondFactor: ends a sign-in that the right password has begun. */
import { checkCode, takeTry, useCode } from "../../app/accounts/second-factor.ts";
import { recordFailedSignIn, signIn } from "../../app/accounts/sign-in.ts";
import { refuse } from "../../domain/refusals.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import { presentUser } from "../../present/users.ts";
import { lockPerson, passwordHashOf } from "../../store/queries/accounts/people.ts";
import { isPasswordSignInOn } from "../../store/queries/accounts/password-sign-in.ts";
import { noteClient } from "../../store/queries/service/transaction-client.ts";
import { SessionOpened } from "../engine/api-response.ts";
import type { Client } from "../engine/client.ts";
import type { Deps } from "../engine/deps.ts";
import { described, text } from "../engine/fields.ts";
import { publicMethod } from "../engine/method.ts";
import { openChallenge, passwordMark } from "../engine/sign-in-challenge.ts";
import { schemas } from "../engine/schemas.ts";

export const signInSecondFactor = publicMethod({
  name: "signInSecondFactor",
  summary: "Opens a session with the second factor, after signIn or setPassword has asked for it.",
  effect: "write",
  access: { scope: "anyone" },
  fields: {
    challenge: described(text({ max: 1024 }), "From the answer that asked for the second factor."),
    code: described(text({ max: 64 }), "The code that the authenticator app shows, or a recovery code."),
  },
  result: schemas.SessionOpened,
  refusals: ["CHALLENGE_INVALID", "SECOND_FACTOR_WRONG", "USER_DEACTIVATED", "PASSWORD_SIGN_IN_OFF"],
  example: {
    request: { challenge: "Zp4v…", code: "123456" },
    result: { access_token: "kB3x…", user: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" } },
  },
  prepare: async ({ deps, params: { challenge: sealed, code }, client }) => {
    const now_s = Math.floor(deps.clock.now() / 1000);
    const challenge = openChallenge(deps.seal, sealed, now_s) ?? refuse("CHALLENGE_INVALID");
    const { person_id } = challenge;
    const wait_s = await deps.db.write((tx) => takeTry(tx, person_id, now_s));
    if (wait_s > 0) throw new TooManyRequests(wait_s);
    if (await deps.db.read((tx) => checkCode(tx, deps, person_id, code, now_s)))
      return { challenge, from: client.network };
    await noteFailure(deps, client, person_id, now_s);
    return refuse("SECOND_FACTOR_WRONG");
  },
  async run({ tx, deps, now, fail }, { code }, { challenge, from }) {
    const { person_id, label, password_mark } = challenge;
    if (!(await isPasswordSignInOn(tx))) return fail("PASSWORD_SIGN_IN_OFF");
    // Once more, behind the lock of the person: of two calls with one code, one is refused.
    await lockPerson(tx, person_id);
    const proof = (await checkCode(tx, deps, person_id, code, now)) ?? fail("SECOND_FACTOR_WRONG");
    const password_hash = await passwordHashOf(tx, person_id);
    if (passwordMark(deps.hashes, password_hash) !== password_mark) return fail("CHALLENGE_INVALID");
    const way = await useCode(tx, deps.app, person_id, proof, now);
    const options = { person_id, label, lasts_s: deps.settings.session_s, from, way };
    const mint = { app: deps.app, hashes: deps.hashes, bytes: deps.random.bytes };
    const opened = await signIn(tx, mint, options, password_hash, now);
    if (opened === "USER_DEACTIVATED") return fail(opened);
    if (opened === "WRONG_PASSWORD") return fail("CHALLENGE_INVALID");
    return new SessionOpened(opened.access_token, { user: presentUser(opened.person) });
  },
});

async function noteFailure(deps: Deps, client: Client, person_id: number, now_s: number): Promise<void> {
  if ((await deps.failuresOnRecord.take("sign-in")) > 0) return;
  await deps.db.write((tx) => {
    noteClient(tx, client);
    return recordFailedSignIn(tx, person_id, "wrong second factor", now_s);
  });
}
