/** signOut: ends the session of the call. */
import { endSession } from "../../app/accounts/sessions.ts";
import { SESSION_ENDED } from "../engine/api-response.ts";
import { userMethod } from "../engine/method.ts";

export const signOut = userMethod({
  name: "signOut",
  summary: "Ends the session of this call.",
  effect: "write",
  access: { scope: "self" },
  fields: {},
  example: { request: {}, result: true },
  async run({ tx, actor }) {
    await endSession(tx, actor.id, actor.session_id);
    return SESSION_ENDED;
  },
});
