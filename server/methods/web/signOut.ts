/** signOut: ends the session that calls. */
import { deleteSession } from "../../store/people.ts";
import { SESSION_ENDED } from "../answer.ts";
import { webMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const signOut = webMethod({
  name: "signOut",
  summary: "Ends the session it is called with.",
  effect: "write",
  access: { scope: "self" },
  fields: {},
  result: schemas.True,
  codes: [401],
  refusals: [],
  example: { request: {}, result: true },
  async run({ tx, actor }) {
    await deleteSession(tx, actor.id, actor.session_id);
    tx.append({ stream: actor.id, kind: "session", ref: actor.session_id, body: "" });
    return SESSION_ENDED;
  },
});
