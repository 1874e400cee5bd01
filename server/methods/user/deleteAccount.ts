/** deleteAccount: a person erases their own account. */
import { erasePerson } from "../../app/erasure/erase-person.ts";
import { refuse } from "../../domain/refusals.ts";
import { TooManyRequests } from "../../domain/too-many-requests.ts";
import { lockOwners, lockPerson, passwordHashOf } from "../../store/queries/accounts/people.ts";
import { bool, described, optional, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

export const deleteAccount = userMethod({
  name: "deleteAccount",
  summary:
    "Erases the caller's own account for good, as erasePerson does, and ends all sessions. It needs the password, if there is one.",
  effect: "write",
  access: { scope: "self" },
  fields: {
    password: optional(text({ max: 1024 })),
    delete_messages: described(optional(bool()), "Whether their messages are deleted for everybody. Default: no."),
  },
  refusals: ["PASSWORD_WRONG", "LAST_OWNER", "USER_ERASED", "ACCOUNT_KEPT"],
  example: { request: { password: "correct horse" }, result: true },
  prepare: async ({ deps: { db, passwords, passwordChanges }, params, actor }) => {
    const wait_s = await passwordChanges.take(`${actor.id}`);
    if (wait_s > 0) throw new TooManyRequests(wait_s);
    const stored = await db.read((tx) => passwordHashOf(tx, actor.id));
    const isRight = stored === null || (await passwords.isRight(params.password ?? "", stored, "known"));
    return isRight ? stored : refuse("PASSWORD_WRONG");
  },
  async run({ tx, actor, now, fail }, { delete_messages = false }, compared) {
    // In the order of owners, who lock themselves before a person.
    await lockOwners(tx);
    const person = (await lockPerson(tx, actor.id)) ?? fail("USER_ERASED");
    // Checking took a while, in which another call may have set another password.
    if ((await passwordHashOf(tx, actor.id)) !== compared) return fail("PASSWORD_WRONG");
    const refusal = await erasePerson(tx, actor.id, person, { deletes_messages: delete_messages }, now);
    return refusal ? fail(refusal) : true;
  },
});
