/** setChatLinkPreviews: turns previews of links in new messages of a group or channel on or off. */
import { changeChat } from "../../app/chats/change-chat.ts";
import { bool, chatId, described } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

export const setChatLinkPreviews = userMethod({
  name: "setChatLinkPreviews",
  summary: "Turns previews of links in new messages of a group or channel on or off.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"], ability: "change_info" },
  fields: {
    chat_id: chatId(),
    enabled: described(bool(), "Previews that messages have already stay."),
  },
  example: { request: { chat_id: -1_000_000_000_001, enabled: false }, result: true },
  async run({ tx, chat, actor, now }, { enabled }) {
    if (chat.link_previews === enabled) return true;
    await changeChat(tx, { ...chat, link_previews: enabled }, { by: actor, changed: "link_previews" }, now);
    return true;
  },
});
