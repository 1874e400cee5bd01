/** deleteSecondFactor: the person signs in with the password alone. */
import { removeSecondFactor } from "../../app/accounts/second-factor.ts";
import { passwordHashOf } from "../../store/queries/accounts/people.ts";
import { optional, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { provePassword } from "./proven-password.ts";

export const deleteSecondFactor = userMethod({
  name: "deleteSecondFactor",
  summary: "Removes the authenticator app and the recovery codes. It needs the password, if there is one.",
  effect: "write",
  locksCaller: true,
  access: { scope: "self" },
  fields: { password: optional(text({ max: 1024 })) },
  refusals: ["PASSWORD_WRONG"],
  example: { request: { password: "correct horse" }, result: true },
  prepare: ({ deps, params, actor }) => provePassword(deps, actor.id, params.password),
  async run({ tx, actor, now, fail }, _params, compared) {
    if ((await passwordHashOf(tx, actor.id)) !== compared) return fail("PASSWORD_WRONG");
    await removeSecondFactor(tx, actor.id, actor.id, now);
    return true;
  },
});
