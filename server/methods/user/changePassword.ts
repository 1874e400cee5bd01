/** changePassword: sets a new password and ends every other session. */
import { changePassword as change } from "../../app/accounts/change-password.ts";
import { refuse } from "../../domain/refusals.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import { passwordHashOf } from "../../store/queries/accounts/people.ts";
import { optional, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { checkPassword } from "./account-fields.ts";

export const changePassword = userMethod({
  name: "changePassword",
  summary: "Sets a new password; all other sessions of the person end.",
  effect: "write",
  locksCaller: true,
  access: { scope: "self" },
  fields: { old_password: optional(text({ max: 1024 })), new_password: text({ max: 1024 }) },
  refusals: ["OLD_PASSWORD_WRONG"],
  example: { request: { old_password: "correct horse", new_password: "battery staple" }, result: true },
  prepare: async ({ deps: { db, passwords, passwordChanges }, params, actor, client: { network: from } }) => {
    checkPassword(params.new_password);
    const wait_s = await passwordChanges.take(`${actor.id}`);
    if (wait_s > 0) throw new TooManyRequests(wait_s);
    const stored = await db.read((tx) => passwordHashOf(tx, actor.id));
    const right = stored === null || (await passwords.isRight(params.old_password ?? "", stored, "known"));
    if (!right) refuse("OLD_PASSWORD_WRONG");
    return { before: stored, password_hash: await passwords.hash(params.new_password, "known"), from };
  },
  async run({ tx, actor, deps, now, fail }, _params, { before, password_hash, from }) {
    const place_hash = deps.hashes.ofPlace(actor.id, from);
    const changed = { person_id: actor.id, session_id: actor.session_id, before, password_hash, place_hash };
    // Checking and hashing took a while, in which another call may have set another password.
    return (await change(tx, changed, now)) || fail("OLD_PASSWORD_WRONG");
  },
});
