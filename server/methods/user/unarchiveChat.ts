/** unarchiveChat: moves a chat back to the main list. */
import { settingMethod } from "./setting-method.ts";

export const unarchiveChat = settingMethod({
  name: "unarchiveChat",
  summary: "Moves a chat from the archive back to the main list.",
  fields: {},
  example: {},
  change: () => ({ is_archived: false }),
});
