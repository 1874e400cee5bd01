/** unarchiveChat: brings a chat back into the main list. */
import { settingMethod } from "../chat-settings.ts";

export const unarchiveChat = settingMethod({
  name: "unarchiveChat",
  summary: "Takes a chat out of the archive of the person's list.",
  fields: {},
  example: {},
  change: () => ({ is_archived: false }),
});
