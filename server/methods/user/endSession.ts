/** endSession: ends another session of the person. */
import { deleteSession } from "../../store/queries/accounts/people.ts";
import { int } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const endSession = userMethod({
  name: "endSession",
  summary: "Ends one of the person's sessions.",
  effect: "write",
  access: { scope: "self" },
  fields: { session_id: int() },
  result: schemas.True,
  refusals: ["SESSION_NOT_FOUND"],
  example: { request: { session_id: 2 }, result: true },
  async run({ tx, actor, fail }, { session_id }) {
    if (!(await deleteSession(tx, actor.id, session_id))) return fail("SESSION_NOT_FOUND");
    tx.append({ stream: actor.id, kind: "session", ref: session_id, body: "" });
    return true;
  },
});
