/** makeRecoveryCodes: replaces the person's recovery codes. */
import { renewRecoveryCodes } from "../../app/accounts/second-factor.ts";
import { optional, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { arrayOfSchema, objectOfSchema, schemas } from "../engine/schemas.ts";
import { proveSelf, requireSamePassword } from "./proven-password.ts";

export const makeRecoveryCodes = userMethod({
  name: "makeRecoveryCodes",
  summary:
    "Makes new recovery codes, which are shown once; older ones are worthless. It needs the password or, of a person without one, a sign-in of the last 15 minutes.",
  effect: "write",
  locksCaller: true,
  access: { scope: "self" },
  fields: { password: optional(text({ max: 1024 })) },
  result: objectOfSchema({ recovery_codes: arrayOfSchema(schemas.String) }),
  refusals: ["PASSWORD_WRONG", "SIGN_IN_AGAIN", "NO_SECOND_FACTOR"],
  example: { request: { password: "correct horse" }, result: { recovery_codes: ["abcd-efgh-jkmn-pqrs"] } },
  prepare: ({ deps, params, actor }) => proveSelf(deps, actor, params.password),
  async run({ tx, deps, actor, now, fail }, _params, proven) {
    await requireSamePassword(tx, actor.id, proven);
    const recovery_codes = (await renewRecoveryCodes(tx, deps, actor.id, now)) ?? fail("NO_SECOND_FACTOR");
    return { recovery_codes };
  },
});
