/** confirmEnrolment: sets up the authenticator app that a sign-in needs, and ends the sign-in. */
import { setUpApp, takeTry } from "../../app/accounts/second-factor.ts";
import { refuse } from "../../domain/refusals.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import { described, text } from "../engine/fields.ts";
import { publicMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { openEnrolment } from "../engine/sign-in-enrolment.ts";
import { confirmedApp } from "./app-setup.ts";
import { endEnrolment } from "./end-enrolment.ts";

export const confirmEnrolment = publicMethod({
  name: "confirmEnrolment",
  summary:
    "Confirms the authenticator app of somebody who must set up a second factor to sign in, and opens the session. Returns recovery codes, which are shown once.",
  effect: "write",
  access: { scope: "anyone" },
  fields: {
    enrolment: described(text({ max: 1024 }), "From the answer that asked for it."),
    setup: described(text({ max: 1024 }), "From beginEnrolment."),
    code: described(text({ max: 64 }), "The code that the app shows."),
  },
  result: schemas.SessionOpened,
  refusals: ["CHALLENGE_INVALID", "SECOND_FACTOR_WRONG", "USER_DEACTIVATED", "PASSWORD_SIGN_IN_OFF"],
  example: {
    request: { enrolment: "Zp4v…", setup: "q7Lk…", code: "123456" },
    result: {
      access_token: "kB3x…",
      user: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" },
      recovery_codes: ["abcd-efgh-jkmn-pqrs"],
    },
  },
  prepare: async ({ deps, params: { enrolment: sealed }, client }) => {
    const now_s = Math.floor(deps.clock.now() / 1000);
    const enrolment = openEnrolment(deps.seal, sealed, now_s) ?? refuse("CHALLENGE_INVALID");
    const wait_s = await deps.db.write((tx) => takeTry(tx, enrolment.person_id, now_s));
    if (wait_s > 0) throw new TooManyRequests(wait_s);
    return { enrolment, from: client.network };
  },
  async run({ tx, deps, now }, { setup, code }, { enrolment, from }) {
    const app = confirmedApp(deps.seal, enrolment.person_id, { setup, code }, now);
    return endEnrolment(tx, deps, enrolment, { from, way: "password_and_code" }, now, () =>
      setUpApp(tx, deps, enrolment.person_id, app, now),
    );
  },
});
