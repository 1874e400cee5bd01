/** getPushSettings: what the person wants to be pushed, and to which devices. */
import { userMethod } from "../engine/method.ts";
import { schemas } from "../engine/schemas.ts";
import { presentPush } from "./push-view.ts";

export const getPushSettings = userMethod({
  name: "getPushSettings",
  summary: "Returns what the person wants to be pushed, their subscribed devices, and the key of the service.",
  effect: "read",
  access: { scope: "self" },
  fields: {},
  result: schemas.PushSettings,
  example: {
    request: {},
    result: {
      enabled: true,
      public_key: "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
      shows_contents: true,
      allows_contents: true,
      only_mentions: false,
      quiet_hours: { from: "22:00", to: "07:00", time_zone: "Europe/Lisbon" },
      subscriptions: [
        { id: 1, label: "phone", host: "push.example", takes_silent: false, created_at: 1_767_225_600, current: true },
      ],
    },
  },
  run: ({ tx, deps, actor, now }) => presentPush(tx, deps, actor, now),
});
