/** endSession: ends another session of the person. */
import { endSession as end } from "../../app/accounts/sessions.ts";
import { int } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

export const endSession = userMethod({
  name: "endSession",
  summary: "Ends one of the person's sessions.",
  effect: "write",
  access: { scope: "self" },
  fields: { session_id: int() },
  refusals: ["SESSION_NOT_FOUND"],
  example: { request: { session_id: 2 }, result: true },
  async run({ tx, actor, fail }, { session_id }) {
    return (await end(tx, actor.id, session_id)) || fail("SESSION_NOT_FOUND");
  },
});
