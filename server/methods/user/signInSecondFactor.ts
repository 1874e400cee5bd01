/** signInSecondFactor: ends a sign-in that the right password has begun. */
import { spendGivenFactor } from "../../app/accounts/given-factor.ts";
import { takeTry } from "../../app/accounts/second-factor.ts";
import { signIn } from "../../app/accounts/sign-in.ts";
import { refuse } from "../../domain/refusals.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import { presentUser } from "../../present/users.ts";
import { lockPerson, passwordHashOf } from "../../store/queries/accounts/people.ts";
import { isPasswordSignInOn } from "../../store/queries/accounts/password-sign-in.ts";
import { SessionOpened } from "../engine/api-response.ts";
import { described, optional, text } from "../engine/fields.ts";
import { publicMethod } from "../engine/method.ts";
import { openChallenge, passwordMark } from "../engine/sign-in-challenge.ts";
import { schemas } from "../engine/schemas.ts";
import { checkGiven, requireOne } from "./given-second-factor.ts";
import { ASSERTION } from "./passkey-fields.ts";

export const signInSecondFactor = publicMethod({
  name: "signInSecondFactor",
  summary: "Opens a session with the second factor, after signIn or setPassword has asked for it.",
  effect: "write",
  access: { scope: "anyone" },
  fields: {
    challenge: described(text({ max: 1024 }), "From the answer that asked for the second factor."),
    code: described(
      optional(text({ max: 64 })),
      "The code that the authenticator app shows, or a recovery code. Either this or `passkey` is required.",
    ),
    passkey: optional(ASSERTION),
  },
  result: schemas.SessionOpened,
  refusals: [
    ...(["CHALLENGE_INVALID", "SECOND_FACTOR_WRONG", "PASSKEY_WRONG", "PASSKEYS_UNAVAILABLE"] as const),
    ...(["USER_DEACTIVATED", "PASSWORD_SIGN_IN_OFF"] as const),
  ],
  example: {
    request: { challenge: "Zp4v…", code: "123456" },
    result: { access_token: "kB3x…", user: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" } },
  },
  prepare: async ({ deps, params, client }) => {
    requireOne(params);
    const now_s = Math.floor(deps.clock.now() / 1000);
    const challenge = openChallenge(deps.seal, params.challenge, now_s) ?? refuse("CHALLENGE_INVALID");
    const { person_id } = challenge;
    const wait_s = await deps.db.write((tx) => takeTry(tx, person_id, now_s));
    if (wait_s > 0) throw new TooManyRequests(wait_s);
    return { challenge, given: await checkGiven(deps, client, person_id, params, now_s), from: client.network };
  },
  async run({ tx, deps, now, fail }, _params, { challenge, given, from }) {
    const { person_id, label, password_mark } = challenge;
    if (!(await isPasswordSignInOn(tx))) return fail("PASSWORD_SIGN_IN_OFF");
    // Behind the lock of the person: of two calls with one code or one assertion, one is refused.
    await lockPerson(tx, person_id);
    const way = await spendGivenFactor(tx, deps, person_id, given, now);
    if (way === "SECOND_FACTOR_WRONG" || way === "CHALLENGE_INVALID") return fail(way);
    const password_hash = await passwordHashOf(tx, person_id);
    if (passwordMark(deps.hashes, password_hash) !== password_mark) return fail("CHALLENGE_INVALID");
    const options = { person_id, label, lasts_s: deps.settings.session_s, from, way };
    const opened = await signIn(tx, deps, options, password_hash, now);
    if (opened === "USER_DEACTIVATED") return fail(opened);
    if (opened === "WRONG_PASSWORD") return fail("CHALLENGE_INVALID");
    return new SessionOpened(opened.access_token, { user: presentUser(opened.person) });
  },
});
