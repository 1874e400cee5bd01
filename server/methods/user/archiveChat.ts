/** archiveChat: moves a chat to the archive of the person's list. */
import { settingMethod } from "./setting-method.ts";

export const archiveChat = settingMethod({
  name: "archiveChat",
  summary: "Moves a chat to the archive of the person's list.",
  fields: {},
  example: {},
  change: () => ({ is_archived: true }),
});
