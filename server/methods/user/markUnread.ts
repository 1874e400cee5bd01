/** markUnread: marks a chat as unread. */
import { settingMethod } from "./setting-method.ts";

export const markUnread = settingMethod({
  name: "markUnread",
  summary: "Marks a chat as unread in the person's list, until readMessages is called for it.",
  fields: {},
  example: {},
  change: () => ({ is_marked_unread: true }),
});
