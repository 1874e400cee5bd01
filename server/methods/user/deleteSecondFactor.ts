/** deleteSecondFactor: the person signs in without the authenticator app. */
import { isLastNeeded } from "../../app/accounts/second-factor-rule.ts";
import { removeApp } from "../../app/accounts/second-factor.ts";
import { optional, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { proveSelf, requireSamePassword } from "./proven-password.ts";

export const deleteSecondFactor = userMethod({
  name: "deleteSecondFactor",
  summary:
    "Removes the authenticator app and, unless there are passkeys, the recovery codes. It needs the password or, of a person without one, a sign-in of the last 15 minutes.",
  effect: "write",
  locksCaller: true,
  access: { scope: "self" },
  fields: { password: optional(text({ max: 1024 })) },
  refusals: ["PASSWORD_WRONG", "SIGN_IN_AGAIN", "SECOND_FACTOR_REQUIRED"],
  example: { request: { password: "correct horse" }, result: true },
  prepare: ({ deps, params, actor }) => proveSelf(deps, actor, params.password),
  async run({ tx, deps, actor, now, fail }, _params, proven) {
    await requireSamePassword(tx, actor.id, proven);
    if (await isLastNeeded(tx, actor)) return fail("SECOND_FACTOR_REQUIRED");
    await removeApp(tx, deps.app, actor.id, now);
    return true;
  },
});
