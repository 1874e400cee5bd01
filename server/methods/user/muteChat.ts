/** muteChat: mutes the notifications of a chat. */
import { FOREVER_S } from "../../domain/chat-settings.ts";
import { described, optional, unixTime } from "../engine/fields.ts";
import { settingMethod } from "./setting-method.ts";

export const muteChat = settingMethod({
  name: "muteChat",
  summary: "Mutes the notifications of a chat, until a time or forever.",
  fields: { until_date: described(optional(unixTime()), "Unix seconds; left out: for good.") },
  example: { until_date: 1_767_312_000 },
  change: ({ until_date }) => ({ muted_until: Math.min(FOREVER_S, Math.max(0, until_date ?? FOREVER_S)) }),
});
