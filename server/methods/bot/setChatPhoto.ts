/** setChatPhoto: the picture of a group or channel. */
import { changeChatAloud } from "../../app/change-chat.ts";
import { chatId, described } from "../fields.ts";
import { fileField } from "../file-fields.ts";
import { prepareMedia, settleMedia } from "../media.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";

export const setChatPhoto = botMethod({
  name: "setChatPhoto",
  summary: "Sets the photo of a group or channel.",
  effect: "write",
  access: { scope: "chat", rank: "member", types: ["supergroup", "channel"], ability: "change_info" },
  postOnly: true,
  files: (limits) => ({ photo: limits.photo }),
  fields: { chat_id: chatId(), photo: described(fileField("photo"), "A new picture, uploaded.") },
  result: schemas.True,
  codes: [400, 401, 403, 404, 413],
  refusals: ["BAD_MEDIA", "FILE_TOO_BIG", "WRONG_FILE_ID"],
  example: { request: { chat_id: -1_000_000_000_001, photo: "attach://picture" }, result: true },
  prepare: (deps, params, uploads, account, _from, clear) =>
    prepareMedia({ deps, uploads, account, clear }, { input: params.photo, kind: "photo", hints: {} }),
  async run(call, _params, file) {
    const { tx, deps, chat, actor, member, now } = call;
    const photo = await settleMedia(tx, deps, actor, file);
    const service = { kind: "new_chat_photo", photo } as const;
    await changeChatAloud(tx, deps.env, { ...chat, photo }, { account: actor, member }, service, now);
    return true;
  },
});
