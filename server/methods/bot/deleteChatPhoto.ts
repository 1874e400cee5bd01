/** deleteChatPhoto: removes the photo of a group or channel. */
import { changeChatWithMessage } from "../../app/chats/change-chat.ts";
import { chatId } from "../engine/fields.ts";
import { botMethod } from "../engine/method.ts";

export const deleteChatPhoto = botMethod({
  name: "deleteChatPhoto",
  summary: "Removes the photo of a group or channel.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"], ability: "change_info" },
  fields: { chat_id: chatId() },
  refusals: ["NO_CHAT_PHOTO"],
  example: { request: { chat_id: -1_000_000_000_001 }, result: true },
  async run({ tx, deps, chat, actor, member, now, fail }) {
    if (!chat.photo) return fail("NO_CHAT_PHOTO");
    const service = { kind: "delete_chat_photo" } as const;
    await changeChatWithMessage(
      tx,
      deps.app,
      { ...chat, photo: null },
      { account: actor, member },
      "photo",
      service,
      now,
    );
    return true;
  },
});
