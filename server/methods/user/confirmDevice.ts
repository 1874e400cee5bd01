/** confirmDevice: lets the device sign in that has claimed the code of the caller's session. */
import { confirmDevice as confirm } from "../../app/accounts/device-codes.ts";
import { described, optional, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { checkDeviceProof } from "./given-device-proof.ts";
import { ASSERTION } from "./passkey-fields.ts";
import { deviceNumberField, showingSession } from "./showing-session.ts";

export const confirmDevice = userMethod({
  name: "confirmDevice",
  summary:
    "Lets the device sign in that has claimed the code of this session. It needs a second factor of a person who has one; of others the password, unless they have signed in within the last 15 minutes.",
  effect: "write",
  locksCaller: true,
  access: { scope: "self" },
  fields: {
    number: deviceNumberField(),
    password: described(optional(text({ max: 1024 })), "Where `proof` of getDeviceCode asks for it."),
    code: described(
      optional(text({ max: 64 })),
      "The code that the authenticator app shows, or a recovery code. Of a person with a second factor, either this or `passkey` is required.",
    ),
    challenge: described(optional(text({ max: 1024 })), "From `proof` of getDeviceCode. A passkey needs it."),
    passkey: optional(ASSERTION),
  },
  refusals: [
    ...(["DEVICE_NOT_WAITING", "SECOND_FACTOR_MISSING", "SIGN_IN_AGAIN", "PASSWORD_WRONG"] as const),
    ...(["SECOND_FACTOR_WRONG", "PASSKEY_WRONG", "PASSKEYS_UNAVAILABLE", "CHALLENGE_INVALID"] as const),
  ],
  example: { request: { number: "0417", password: "correct horse" }, result: true },
  prepare: ({ deps, params, actor, client }) => checkDeviceProof(deps, client, actor, params),
  async run({ tx, deps, actor, now, fail }, { number }, proof) {
    const refusal = await confirm(tx, deps, showingSession(actor), { number, proof }, now);
    return refusal === undefined || fail(refusal);
  },
});
