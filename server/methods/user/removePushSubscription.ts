/** removePushSubscription: ends the pushes to a device of the person. */
import { unsubscribe } from "../../app/accounts/push-subscriptions.ts";
import { int } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

export const removePushSubscription = userMethod({
  name: "removePushSubscription",
  summary: "Ends the pushes to one of the person's devices.",
  effect: "write",
  locksCaller: true,
  access: { scope: "self" },
  fields: { subscription_id: int() },
  refusals: ["SUBSCRIPTION_NOT_FOUND"],
  example: { request: { subscription_id: 1 }, result: true },
  async run({ tx, actor, now, fail }, { subscription_id }) {
    return (await unsubscribe(tx, actor.id, subscription_id, now)) || fail("SUBSCRIPTION_NOT_FOUND");
  },
});
