/** muteChat: nothing of a chat makes a sound for the person. */
import { FOR_GOOD_S } from "../../domain/chat-settings.ts";
import { described, optional, unixTime } from "../fields.ts";
import { settingMethod } from "../chat-settings.ts";

export const muteChat = settingMethod({
  name: "muteChat",
  summary: "Keeps the person from being notified of a chat, until a time or for good.",
  fields: { until_date: described(optional(unixTime()), "Unix seconds; left out: for good.") },
  example: { until_date: 1_767_312_000 },
  change: ({ until_date }) => ({ muted_until: Math.min(FOR_GOOD_S, Math.max(0, until_date ?? FOR_GOOD_S)) }),
});
