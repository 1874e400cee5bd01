/** setHold: keeps the messages of a chat or a person from being deleted by retention. */
import { MAX_HOLD_REASON } from "@heliogram/shared/limits.ts";
import { setHold as set } from "../../app/retention/holds.ts";
import { described, optional, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { HOLD_FIELDS, holdSubject } from "./hold-subject.ts";

export const setHold = userMethod({
  name: "setHold",
  summary:
    "Puts a group, a channel or a person under legal hold: retention and erasure delete none of its messages. Members are not told, and can still delete messages themselves.",
  effect: "write",
  access: { scope: "owner" },
  fields: {
    ...HOLD_FIELDS,
    reason: described(optional(text({ max: MAX_HOLD_REASON })), "Shown to owners of the service."),
  },
  refusals: ["USER_NOT_FOUND", "CHAT_NOT_FOUND", "TOO_MANY_HOLDS"],
  example: { request: { user_id: 1002, reason: "Case 17" }, result: true },
  async run({ tx, actor, now, fail }, { reason = "", ...subject }) {
    const refusal = await set(tx, actor.id, await holdSubject(tx, subject), reason, now);
    return refusal ? fail(refusal) : true;
  },
});
