/** liftHold: ends a legal hold. */
import { liftHold as lift } from "../../app/retention/holds.ts";
import { userMethod } from "../engine/method.ts";
import { HOLD_FIELDS, holdSubject } from "./hold-subject.ts";

export const liftHold = userMethod({
  name: "liftHold",
  summary: "Ends the legal hold of a chat or a person. What has become too old meanwhile is then deleted.",
  effect: "write",
  access: { scope: "owner" },
  fields: HOLD_FIELDS,
  refusals: ["USER_NOT_FOUND", "CHAT_NOT_FOUND", "HOLD_NOT_FOUND"],
  example: { request: { user_id: 1002 }, result: true },
  async run({ tx, actor, now, fail }, subject) {
    const refusal = await lift(tx, actor.id, await holdSubject(tx, subject), now);
    return refusal ? fail(refusal) : true;
  },
});
