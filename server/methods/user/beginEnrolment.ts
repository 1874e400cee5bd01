/** beginEnrolment: makes the secret of an authenticator app, which a sign-in then confirms. */
import { findPerson } from "../../store/queries/accounts/people.ts";
import { described, text } from "../engine/fields.ts";
import { publicMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { openEnrolment } from "../engine/sign-in-enrolment.ts";
import { newSetup } from "./app-setup.ts";

export const beginEnrolment = publicMethod({
  name: "beginEnrolment",
  summary:
    "Makes a secret for an authenticator app of somebody who must set up a second factor to sign in. confirmEnrolment opens the session.",
  effect: "read",
  access: { scope: "anyone" },
  fields: { enrolment: described(text({ max: 1024 }), "From the answer that asked for it.") },
  result: schemas.SecondFactorSetup,
  refusals: ["CHALLENGE_INVALID"],
  example: {
    request: { enrolment: "Zp4v…" },
    result: {
      secret: "JBSW…",
      address: "otpauth://totp/Heliogram:alice?secret=JBSW…",
      setup: "q7Lk…",
      expires_at: 1_767_226_500,
    },
  },
  async run({ tx, deps, now, fail }, { enrolment }) {
    const { person_id } = openEnrolment(deps.seal, enrolment, now) ?? fail("CHALLENGE_INVALID");
    const person = (await findPerson(tx, person_id)) ?? fail("CHALLENGE_INVALID");
    return newSetup(deps, person, now);
  },
});
