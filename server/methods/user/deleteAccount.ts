/** deleteAccount: a person erases their own account. */
import { erasePerson } from "../../app/erasure/erase-person.ts";
import { lockOwners, lockPerson } from "../../store/queries/accounts/people.ts";
import { bool, described, optional, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { proveSelf, requireSamePassword } from "./proven-password.ts";

export const deleteAccount = userMethod({
  name: "deleteAccount",
  summary:
    "Erases the caller's own account for good, as erasePerson does, and ends all sessions. It needs the password or, of a person without one, a sign-in of the last 15 minutes.",
  effect: "write",
  access: { scope: "self" },
  fields: {
    password: optional(text({ max: 1024 })),
    delete_messages: described(optional(bool()), "Whether their messages are deleted for everybody. Default: no."),
  },
  refusals: ["PASSWORD_WRONG", "SIGN_IN_AGAIN", "LAST_OWNER", "USER_ERASED", "ACCOUNT_KEPT"],
  example: { request: { password: "correct horse" }, result: true },
  prepare: ({ deps, params, actor }) => proveSelf(deps, actor, params.password),
  async run({ tx, actor, now, fail }, { delete_messages = false }, proven) {
    // In the order of owners, who lock themselves before a person.
    await lockOwners(tx);
    const person = (await lockPerson(tx, actor.id)) ?? fail("USER_ERASED");
    await requireSamePassword(tx, actor.id, proven);
    const refusal = await erasePerson(tx, actor.id, person, { deletes_messages: delete_messages }, now);
    return refusal ? fail(refusal) : true;
  },
});
