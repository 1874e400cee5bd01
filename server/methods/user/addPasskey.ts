/** addPasskey: adds a passkey that the browser has made. */
import { addPasskey as add } from "../../app/accounts/passkeys.ts";
import { hasProvenFactor, noteFactor } from "../../app/accounts/proven-factor.ts";
import { presentPasskey } from "../../present/passkeys.ts";
import { described, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";
import { checkNewPasskey } from "./new-passkey.ts";
import { NEW_CREDENTIAL, PASSKEY_NAME } from "./passkey-fields.ts";

export const addPasskey = userMethod({
  name: "addPasskey",
  summary:
    "Adds a passkey, with which the person signs in in place of the password, and which is a second factor after it. The first second factor comes with recovery codes, which are shown once.",
  effect: "write",
  locksCaller: true,
  access: { scope: "self" },
  fields: {
    setup: described(text({ max: 1024 }), "From beginPasskey."),
    name: PASSKEY_NAME,
    credential: NEW_CREDENTIAL,
  },
  result: objectOfSchema({ passkey: schemas.Passkey, recovery_codes: arrayOfSchema(schemas.String) }, [
    "recovery_codes",
  ]),
  refusals: [
    "PASSKEYS_UNAVAILABLE",
    "CHALLENGE_INVALID",
    "PASSKEY_WRONG",
    "PASSKEY_TAKEN",
    "TOO_MANY_PASSKEYS",
    "SIGN_IN_AGAIN",
  ],
  example: {
    request: {
      setup: "q7Lk…",
      name: "Laptop",
      credential: { id: "mF3b", response: { clientDataJSON: "eyJ0", attestationObject: "o2Nm" } },
    },
    result: {
      passkey: { id: 1, name: "Laptop", created_at: 1_767_225_600, synced: false },
      recovery_codes: ["abcd-efgh-jkmn-pqrs"],
    },
  },
  prepare: ({ deps, params, actor }) => checkNewPasskey(deps, actor.id, params),
  async run({ tx, deps, actor, now, fail }, { name }, made) {
    // Once more: another session may have set up a second factor since this one began.
    if (!(await hasProvenFactor(tx, actor))) return fail("SIGN_IN_AGAIN");
    const added = await add(tx, deps, actor.id, { ...made, name }, now);
    if (typeof added === "string") return fail(added);
    await noteFactor(tx, actor, "password_and_passkey", now);
    const { passkey, recovery_codes } = added;
    return { passkey: presentPasskey(passkey, made.rp_id), ...(recovery_codes ? { recovery_codes } : {}) };
  },
});
