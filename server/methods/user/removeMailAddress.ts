/** removeMailAddress: removes the caller's mail address. */
import { removeMailAddress as remove } from "../../app/mail/mail-addresses.ts";
import { optional, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { provePassword, requireSamePassword } from "./proven-password.ts";

export const removeMailAddress = userMethod({
  name: "removeMailAddress",
  summary:
    "Removes the person's own mail address, and one that waits for an answer. It needs the password, if there is one.",
  effect: "write",
  locksCaller: true,
  access: { scope: "self" },
  fields: { password: optional(text({ max: 1024 })) },
  refusals: ["PASSWORD_WRONG"],
  example: { request: { password: "correct horse" }, result: true },
  prepare: ({ deps, params, actor }) => provePassword(deps, actor.id, params.password),
  async run({ tx, deps, actor, now }, _params, proven) {
    await requireSamePassword(tx, actor.id, proven);
    await remove(tx, deps.app, actor.id, now);
    return true;
  },
});
