/** unmuteChat: ends the muting of a chat. */
import { settingMethod } from "./setting-method.ts";

export const unmuteChat = settingMethod({
  name: "unmuteChat",
  summary: "Unmutes the notifications of a chat.",
  fields: {},
  example: {},
  change: () => ({ muted_until: 0 }),
});
