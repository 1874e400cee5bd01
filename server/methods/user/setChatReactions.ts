/** setChatReactions: sets the reactions that may be added in a group or channel. */
import { changeChat } from "../../app/chats/change-chat.ts";
import { chatId, described, optional } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";
import { availableReactions, emojiOf } from "../messages/reaction-fields.ts";

export const setChatReactions = userMethod({
  name: "setChatReactions",
  summary: "Sets the reactions that may be added in a group or channel. Those that messages have stay.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"], ability: "change_info" },
  fields: {
    chat_id: chatId(),
    available_reactions: described(
      optional(availableReactions()),
      "Left out, all may be added; with an empty array, none.",
    ),
  },
  example: {
    request: { chat_id: -1_000_000_000_001, available_reactions: [{ type: "emoji", emoji: "👍" }] },
    result: true,
  },
  async run({ tx, actor, now, chat }, { available_reactions }) {
    const { available_reactions: _before, ...rest } = chat;
    const changed = available_reactions ? { ...rest, available_reactions: emojiOf(available_reactions) } : rest;
    await changeChat(tx, changed, { by: actor, changed: "reactions" }, now);
    return true;
  },
});
