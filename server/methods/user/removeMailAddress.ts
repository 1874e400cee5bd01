/** removeMailAddress: removes the caller's mail address. */
import { removeMailAddress as remove } from "../../app/mail/mail-addresses.ts";
import { optional, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { proveSelf, requireSamePassword } from "./proven-password.ts";

export const removeMailAddress = userMethod({
  name: "removeMailAddress",
  summary:
    "Removes the person's own mail address, and one that waits for an answer. It needs the password or, of a person without one, a sign-in of the last 15 minutes.",
  effect: "write",
  locksCaller: true,
  access: { scope: "self" },
  fields: { password: optional(text({ max: 1024 })) },
  refusals: ["PASSWORD_WRONG", "SIGN_IN_AGAIN"],
  example: { request: { password: "correct horse" }, result: true },
  prepare: ({ deps, params, actor }) => proveSelf(deps, actor, params.password),
  async run({ tx, deps, actor, now }, _params, proven) {
    await requireSamePassword(tx, actor.id, proven);
    await remove(tx, deps.app, actor.id, now);
    return true;
  },
});
