/** endSessions: signs the person out everywhere else, or everywhere. */
import { endAllSessions } from "../../app/accounts/sessions.ts";
import { SESSION_ENDED } from "../engine/api-response.ts";
import { bool, described, optional } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

export const endSessions = userMethod({
  name: "endSessions",
  summary: "Ends all other sessions of the person, or all of them. Programs that use their access tokens stop, too.",
  effect: "write",
  // A device that another session lets in meanwhile ends with it.
  locksCaller: true,
  access: { scope: "self" },
  fields: { this_one: described(optional(bool()), "Whether the session of the call ends as well. Default: no.") },
  example: { request: {}, result: true },
  async run({ tx, actor }, { this_one = false }) {
    await endAllSessions(tx, actor.id, this_one ? undefined : actor.session_id);
    return this_one ? SESSION_ENDED : true;
  },
});
