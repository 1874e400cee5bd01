/** setChatPhoto: sets the photo of a group or channel. */
import { saveMedia } from "../../app/messages/save-media.ts";
import { changeChatWithMessage } from "../../app/chats/change-chat.ts";
import { chatId, described } from "../engine/fields.ts";
import { fileField } from "../engine/file-fields.ts";
import { prepareMedia } from "../messages/prepared-media.ts";
import { botMethod } from "../engine/method.ts";

export const setChatPhoto = botMethod({
  name: "setChatPhoto",
  summary: "Sets the photo of a group or channel.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"], ability: "change_info" },
  postOnly: true,
  files: (limits) => ({ photo: limits.photo }),
  fields: { chat_id: chatId(), photo: described(fileField("photo"), "The new photo, as an upload.") },
  refusals: ["BAD_MEDIA", "FILE_TOO_BIG", "WRONG_FILE_ID"],
  example: { request: { chat_id: -1_000_000_000_001, photo: "attach://picture" }, result: true },
  prepare: (call) => prepareMedia(call, { input: call.params.photo, kind: "photo", hints: {} }),
  async run(call, _params, file) {
    const { tx, deps, chat, actor, member, now } = call;
    const photo = await saveMedia(tx, deps.app, actor, file);
    const service = { kind: "new_chat_photo", photo } as const;
    await changeChatWithMessage(tx, deps.app, { ...chat, photo }, { account: actor, member }, "photo", service, now);
    return true;
  },
});
