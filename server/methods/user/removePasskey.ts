/** removePasskey: the person signs in without this passkey. */
import { removePasskey as remove } from "../../app/accounts/passkeys.ts";
import { isLastNeeded } from "../../app/accounts/second-factor-rule.ts";
import { int, optional, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { proveSelf, requireSamePassword } from "./proven-password.ts";
import { signInMeans } from "./sign-in-means.ts";

export const removePasskey = userMethod({
  name: "removePasskey",
  summary:
    "Removes a passkey, unless it is the only way to sign in. With the last second factor, the recovery codes go. It needs the password or, of a person without one, a sign-in of the last 15 minutes.",
  effect: "write",
  locksCaller: true,
  access: { scope: "self" },
  fields: { passkey_id: int(), password: optional(text({ max: 1024 })) },
  refusals: ["PASSWORD_WRONG", "SIGN_IN_AGAIN", "PASSKEY_NOT_FOUND", "ONLY_SIGN_IN", "SECOND_FACTOR_REQUIRED"],
  example: { request: { passkey_id: 1, password: "correct horse" }, result: true },
  prepare: ({ deps, params, actor }) => proveSelf(deps, actor, params.password),
  async run({ tx, deps, actor, now, fail }, { passkey_id }, proven) {
    await requireSamePassword(tx, actor.id, proven);
    if (await isLastNeeded(tx, actor)) return fail("SECOND_FACTOR_REQUIRED");
    const refusal = await remove(tx, deps.app, actor.id, passkey_id, signInMeans(deps), now);
    return refusal ? fail(refusal) : true;
  },
});
