/** archiveChat: takes a chat out of the main list. */
import { settingMethod } from "../chat-settings.ts";

export const archiveChat = settingMethod({
  name: "archiveChat",
  summary: "Puts a chat into the archive of the person's list.",
  fields: {},
  example: {},
  change: () => ({ is_archived: true }),
});
