/** pinChatInList: pins a chat at the top of the person's own list. */
import { pinInList } from "../../app/chats/change-settings.ts";
import { MAX_PINNED_CHATS } from "../../domain/chat-settings.ts";
import { chatId, described, int, optional } from "../engine/fields.ts";
import { userMethod } from "../engine/method.ts";

export const pinChatInList = userMethod({
  name: "pinChatInList",
  summary: `Pins a chat in the person's own list, or moves a pinned one; at most ${MAX_PINNED_CHATS} can be pinned.`,
  effect: "write",
  locksCaller: true,
  access: { scope: "chat", rank: "member" },
  fields: {
    chat_id: chatId(),
    place: described(optional(int()), "Where among the pinned chats: 1, the topmost, by default."),
  },
  refusals: ["TOO_MANY_PINNED_CHATS"],
  example: { request: { chat_id: 1002, place: 2 }, result: true },
  async run({ tx, chat, actor, fail }, { place }) {
    return (await pinInList(tx, actor, chat, place ?? 1)) || fail("TOO_MANY_PINNED_CHATS");
  },
});
