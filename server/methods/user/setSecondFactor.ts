/** setSecondFactor: confirms an authenticator app, which sign-in then asks for. */
import { hasProvenFactor, noteFactor } from "../../app/accounts/proven-factor.ts";
import { setUpApp } from "../../app/accounts/second-factor.ts";
import { described, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";
import { confirmedApp } from "./app-setup.ts";

export const setSecondFactor = userMethod({
  name: "setSecondFactor",
  summary:
    "Confirms an authenticator app with one of its codes, in place of an earlier app. Returns new recovery codes, which are shown once.",
  effect: "write",
  locksCaller: true,
  access: { scope: "self" },
  fields: {
    setup: described(text({ max: 1024 }), "From beginSecondFactor."),
    code: described(text({ max: 64 }), "The code that the app shows."),
  },
  result: objectOfSchema({ recovery_codes: arrayOfSchema(schemas.String) }),
  refusals: ["CHALLENGE_INVALID", "SECOND_FACTOR_WRONG", "SIGN_IN_AGAIN"],
  example: { request: { setup: "q7Lk…", code: "123456" }, result: { recovery_codes: ["abcd-efgh-jkmn-pqrs"] } },
  async run({ tx, deps, actor, now, fail }, given) {
    const app = confirmedApp(deps.seal, actor.id, given, now);
    // Once more: another session may have set one up since this one began.
    if (!(await hasProvenFactor(tx, actor))) return fail("SIGN_IN_AGAIN");
    const recovery_codes = await setUpApp(tx, deps, actor.id, app, now);
    await noteFactor(tx, actor, "password_and_code", now);
    return { recovery_codes };
  },
});
