/** deleteChatPhoto: takes a group's or channel's picture away. */
import { changeChatAloud } from "../../app/change-chat.ts";
import { chatId } from "../fields.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const deleteChatPhoto = botMethod({
  name: "deleteChatPhoto",
  summary: "Removes the photo of a group or channel.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"], ability: "change_info" },
  fields: { chat_id: chatId() },
  result: schemas.True,
  codes: [400, 401, 403, 404],
  refusals: ["NO_CHAT_PHOTO"],
  example: { request: { chat_id: -1_000_000_000_001 }, result: true },
  async run({ tx, deps, chat, actor, member, now, fail }) {
    if (!chat.photo) return fail("NO_CHAT_PHOTO");
    const service = { kind: "delete_chat_photo" } as const;
    await changeChatAloud(tx, deps.env, { ...chat, photo: null }, { account: actor, member }, service, now);
    return true;
  },
});
