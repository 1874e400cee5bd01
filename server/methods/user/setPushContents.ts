/** setPushContents: whether pushes may contain names and texts. */
import { allowPushContents } from "../../app/accounts/push-subscriptions.ts";
import { bool, described } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

export const setPushContents = userMethod({
  name: "setPushContents",
  summary:
    "Lets pushes contain names and texts, which is the default, or withholds them from all: then each says that there is a new message, and where only the client of the person finds out.",
  effect: "write",
  access: { scope: "owner" },
  fields: { allowed: described(bool(), "Whether pushes may contain names and texts.") },
  example: { request: { allowed: false }, result: true },
  async run({ tx, actor, now }, { allowed }) {
    await allowPushContents(tx, actor.id, allowed, now);
    return true;
  },
});
