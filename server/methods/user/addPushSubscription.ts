/** addPushSubscription: subscribes a device of the person to pushes. */
import { subscribe } from "../../app/accounts/push-subscriptions.ts";
import { bool, described, optional, ParameterError, text } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { objectOfSchema, schemas } from "../engine/schemas.ts";

const MAX_LABEL = 64;

export const addPushSubscription = userMethod({
  name: "addPushSubscription",
  summary:
    "Subscribes a device to pushes by Web Push or UnifiedPush, until the session of the call ends. Who subscribes an endpoint again replaces its subscription.",
  effect: "write",
  rate: "push",
  locksCaller: true,
  access: { scope: "self" },
  fields: {
    endpoint: described(
      text({ max: 1000 }),
      "Where the push service of the device takes pushes: an http or https URL on a network to which the service may send requests.",
    ),
    p256dh: described(text({ max: 128 }), "The public key of the device: an uncompressed point of P-256 in base64url."),
    auth: described(text({ max: 64 }), "The secret of the device: 16 bytes in base64url."),
    label: described(optional(text({ max: MAX_LABEL })), "What the person will see in the list of devices."),
    takes_silent: described(
      optional(bool()),
      "Whether the device takes pushes that show nothing. Then it gets one when a notification was read elsewhere. Browsers end subscriptions for these.",
    ),
  },
  result: objectOfSchema({ subscription_id: schemas.Integer }),
  example: {
    request: {
      endpoint: "https://push.example/s/3f9c",
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
      label: "phone",
    },
    result: { subscription_id: 1 },
  },
  prepare: ({ deps: { push }, params: { endpoint, p256dh, auth } }) => {
    if (!push) throw new ParameterError("this service sends no pushes");
    const fault = push.check(endpoint, { p256dh, auth });
    if (fault !== undefined) throw new ParameterError(`bad subscription: ${fault}`);
  },
  async run({ tx, actor, now, deps: { seal } }, { endpoint, p256dh, auth, label = "", takes_silent = false }) {
    const device = { endpoint, p256dh, auth, label, takes_silent };
    const own = { ...device, account_id: actor.id, session_id: actor.session_id };
    return { subscription_id: await subscribe(tx, seal, own, now) };
  },
  after: async ({ updates }) => updates.botChanged(),
});
