/** sendTestPush: sends a push to a device of the person, and tells how far it came. */
import { listPushSubscriptions } from "../../store/queries/accounts/push-subscriptions.ts";
import { described, int, optional } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";

export const sendTestPush = userMethod({
  name: "sendTestPush",
  summary:
    "Sends a test to a device, and tells step by step how far it came. That the push service has taken it does not say that the device has shown it.",
  effect: "wait",
  rate: "push",
  access: { scope: "self" },
  fields: {
    subscription_id: described(optional(int()), "The device; by default that of the session of the call."),
  },
  result: schemas.PushTest,
  example: {
    request: {},
    result: {
      delivered: false,
      steps: [
        { step: "subscription", ok: true, detail: "phone" },
        { step: "address", ok: true, detail: "https://push.example" },
        {
          step: "name",
          ok: false,
          detail: "the name push.example is not found, or leads to a network that is not allowed",
        },
      ],
    },
  },
  async run({ deps, actor, now }, { subscription_id }) {
    const all = await deps.db.read((tx) => listPushSubscriptions(tx, actor.id, now));
    const to = all.findLast((each) =>
      subscription_id === undefined ? each.session_id === actor.session_id : each.id === subscription_id,
    );
    const steps = (await deps.push?.test(to)) ?? [
      { step: "subscription" as const, is_ok: false, detail: "this service sends no pushes" },
    ];
    const last = steps.at(-1)!;
    return {
      delivered: last.step === "answer" && last.is_ok,
      steps: steps.map(({ step, is_ok, detail }) => ({ step, ok: is_ok, detail })),
    };
  },
});
