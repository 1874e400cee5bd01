/** reportActivity: a page of the person is looked at, or is not any more. */
import { noteActivity } from "../../app/accounts/push-subscriptions.ts";
import { bool, described } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

/** A page that is looked at reports it more often than this. */
const ACTIVE_S = 90;

export const reportActivity = userMethod({
  name: "reportActivity",
  summary:
    "Notes for 90 seconds that the person looks at a page, so that their devices are told of messages only if these are still unread then; or that they do not any more.",
  effect: "write",
  locksCaller: true,
  access: { scope: "self" },
  fields: { active: described(bool(), "Whether the person looks at a page.") },
  example: { request: { active: true }, result: true },
  async run({ tx, actor, now }, { active }) {
    await noteActivity(tx, actor.id, active ? now + ACTIVE_S : now, now);
    return true;
  },
});
