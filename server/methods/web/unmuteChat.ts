/** unmuteChat: ends the silence of muteChat. */
import { settingMethod } from "../chat-settings.ts";

export const unmuteChat = settingMethod({
  name: "unmuteChat",
  summary: "Lets the person be notified of a chat again.",
  fields: {},
  example: {},
  change: () => ({ muted_until: 0 }),
});
