/** erasePerson: an owner of the service erases a person. */
import { erasePerson as erase } from "../../app/erasure/erase-person.ts";
import { lockPerson } from "../../store/queries/accounts/people.ts";
import { bool, described, optional, userId } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

export const erasePerson = userMethod({
  name: "erasePerson",
  summary:
    "Erases a person for good: names, photo, password, sessions, drafts and settings at once; memberships, reactions and bots within minutes. Their messages stay under the name “Deleted account”, unless they are deleted too.",
  effect: "write",
  access: { scope: "owner" },
  fields: {
    user_id: userId(),
    delete_messages: described(optional(bool()), "Whether their messages are deleted for everybody. Default: no."),
  },
  refusals: ["USER_NOT_FOUND", "CANT_ERASE_SELF", "LAST_OWNER", "USER_ERASED", "ACCOUNT_KEPT"],
  example: { request: { user_id: 1002 }, result: true },
  async run({ tx, actor, now, fail }, { user_id, delete_messages = false }) {
    if (user_id === actor.id) return fail("CANT_ERASE_SELF");
    const person = (await lockPerson(tx, user_id)) ?? fail("USER_NOT_FOUND");
    const refusal = await erase(tx, actor.id, person, { deletes_messages: delete_messages }, now);
    return refusal ? fail(refusal) : true;
  },
});
