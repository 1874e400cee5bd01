/** changePassword: sets a new password and ends every other session. */
import { changePassword as change } from "../../app/accounts/change-password.ts";
import { optional, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { checkPassword } from "./account-fields.ts";
import { proveSelf } from "./proven-password.ts";

export const changePassword = userMethod({
  name: "changePassword",
  summary:
    "Sets a new password; all other sessions of the person end. It needs the old password or, of a person without one, a sign-in of the last 15 minutes.",
  effect: "write",
  locksCaller: true,
  access: { scope: "self" },
  fields: { old_password: optional(text({ max: 1024 })), new_password: text({ max: 1024 }) },
  refusals: ["OLD_PASSWORD_WRONG", "SIGN_IN_AGAIN"],
  example: { request: { old_password: "correct horse", new_password: "battery staple" }, result: true },
  prepare: async ({ deps, params, actor, client: { network: from } }) => {
    checkPassword(params.new_password);
    const before = await proveSelf(deps, actor, params.old_password, "OLD_PASSWORD_WRONG");
    return { before, password_hash: await deps.passwords.hash(params.new_password, "known"), from };
  },
  async run({ tx, actor, deps, now, fail }, _params, { before, password_hash, from }) {
    const place_hash = deps.hashes.ofPlace(actor.id, from);
    const changed = { person_id: actor.id, session_id: actor.session_id, before, password_hash, place_hash };
    // Checking and hashing took a while, in which another call may have set another password.
    return (await change(tx, deps.app, changed, now)) || fail("OLD_PASSWORD_WRONG");
  },
});
