/** confirmEnrolment: sets up the app or the passkey that a sign-in needs, and ends the sign-in. */
import { addPasskey, type NewPasskey } from "../../app/accounts/passkeys.ts";
import { setUpApp, takeTry } from "../../app/accounts/second-factor.ts";
import { refuse } from "../../domain/refusals.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import type { Tx } from "../../store/db.ts";
import type { Deps } from "../engine/deps.ts";
import { described, optional, text } from "../engine/fields.ts";
import { publicMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { openEnrolment } from "../engine/sign-in-enrolment.ts";
import { confirmedApp } from "./app-setup.ts";
import { endEnrolment } from "./end-enrolment.ts";
import { requireOne } from "./given-second-factor.ts";
import { checkNewPasskey } from "./new-passkey.ts";
import { NEW_CREDENTIAL, PASSKEY_NAME } from "./passkey-fields.ts";

export const confirmEnrolment = publicMethod({
  name: "confirmEnrolment",
  summary:
    "Confirms the authenticator app of somebody who must set up a second factor to sign in, or adds their passkey, and opens the session. Returns recovery codes, which are shown once.",
  effect: "write",
  access: { scope: "anyone" },
  fields: {
    enrolment: described(text({ max: 1024 }), "From the answer that asked for it."),
    setup: described(text({ max: 1024 }), "From beginEnrolment: that of the app, or that of the passkey."),
    code: described(optional(text({ max: 64 })), "The code that the app shows. Either this or `passkey` is required."),
    passkey: optional(NEW_CREDENTIAL),
    name: described(
      optional(PASSKEY_NAME),
      "By which the person tells the passkey from others; without it, the name of the device that signs in.",
    ),
  },
  result: schemas.SessionOpened,
  refusals: [
    ...([
      "CHALLENGE_INVALID",
      "SECOND_FACTOR_WRONG",
      "PASSKEY_WRONG",
      "PASSKEY_TAKEN",
      "PASSKEYS_UNAVAILABLE",
    ] as const),
    ...(["USER_DEACTIVATED", "PASSWORD_SIGN_IN_OFF"] as const),
  ],
  example: {
    request: { enrolment: "Zp4v…", setup: "q7Lk…", code: "123456" },
    result: {
      access_token: "kB3x…",
      user: { id: 1001, is_bot: false, first_name: "Alice", username: "alice" },
      recovery_codes: ["abcd-efgh-jkmn-pqrs"],
    },
  },
  prepare: async ({ deps, params, client }) => {
    requireOne(params);
    const { setup, passkey } = params;
    const now_s = Math.floor(deps.clock.now() / 1000);
    const enrolment = openEnrolment(deps.seal, params.enrolment, now_s) ?? refuse("CHALLENGE_INVALID");
    const { person_id, label } = enrolment;
    const wait_s = await deps.db.write((tx) => takeTry(tx, person_id, now_s));
    if (wait_s > 0) throw new TooManyRequests(wait_s);
    const made = passkey && (await checkNewPasskey(deps, person_id, { setup, credential: passkey }));
    const name = params.name ?? (label || "Passkey");
    return { enrolment, from: client.network, passkey: made && { ...made, name } };
  },
  async run({ tx, deps, now }, { setup, code = "" }, { enrolment, from, passkey }) {
    const { person_id } = enrolment;
    if (passkey)
      return endEnrolment(tx, deps, enrolment, { from, way: "password_and_passkey" }, now, () =>
        setUpPasskey(tx, deps, person_id, passkey, now),
      );
    const app = confirmedApp(deps.seal, person_id, { setup, code }, now);
    return endEnrolment(tx, deps, enrolment, { from, way: "password_and_code" }, now, () =>
      setUpApp(tx, deps, person_id, app, now),
    );
  },
});

/** The person is locked, and has no second factor. @returns the recovery codes @throws RefusalError */
async function setUpPasskey(
  tx: Tx,
  deps: Deps,
  person_id: number,
  passkey: NewPasskey,
  now_s: number,
): Promise<readonly string[]> {
  const added = await addPasskey(tx, deps, person_id, passkey, now_s);
  return typeof added === "string" ? refuse(added) : (added.recovery_codes ?? []);
}
