/** beginEnrolment: makes what a sign-in sets up a second factor with: the secret of an app, and a challenge for a passkey. */
import { relyingPartyOf } from "../../app/accounts/relying-party.ts";
import { findPerson } from "../../store/queries/accounts/people.ts";
import { described, text } from "../engine/fields.ts";
import { publicMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { openEnrolment } from "../engine/sign-in-enrolment.ts";
import { newSetup } from "./app-setup.ts";
import { beginPasskeySetup } from "./new-passkey.ts";

export const beginEnrolment = publicMethod({
  name: "beginEnrolment",
  summary:
    "Makes a secret for an authenticator app of somebody who must set up a second factor to sign in, and what a browser makes a passkey with. confirmEnrolment takes either, and opens the session.",
  effect: "read",
  access: { scope: "anyone" },
  fields: { enrolment: described(text({ max: 1024 }), "From the answer that asked for it.") },
  result: schemas.EnrolmentSetup,
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
    const party = relyingPartyOf(deps.addresses);
    const passkey = party && (await beginPasskeySetup(tx, deps, party, person, now));
    return { ...newSetup(deps, person, now), ...(passkey ? { passkey } : {}) };
  },
});
