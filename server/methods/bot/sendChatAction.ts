/** sendChatAction: shows what the bot is doing, for a few seconds. */
import { showAction } from "../acting.ts";
import { chatId, oneOf } from "../fields.ts";
import { botMethod } from "../method.ts";
import { schemas } from "../schemas.ts";
import { SPEAK_REFUSALS } from "../sending.ts";

export const CHAT_ACTIONS = [
  "typing",
  "upload_photo",
  "record_video",
  "upload_video",
  "record_voice",
  "upload_voice",
  "record_audio",
  "upload_audio",
  "upload_document",
  "choose_sticker",
  "find_location",
  "record_video_note",
  "upload_video_note",
  "cancel",
] as const;

export const sendChatAction = botMethod({
  name: "sendChatAction",
  summary: "Shows people what the bot is doing; it fades after five seconds or with the next message.",
  effect: "read",
  rate: "actions",
  access: { scope: "chat", rank: "speaker" },
  fields: { chat_id: chatId(), action: oneOf(...CHAT_ACTIONS) },
  result: schemas.True,
  codes: [400, 401, 403, 404],
  refusals: SPEAK_REFUSALS,
  example: { request: { chat_id: 1001, action: "typing" }, result: true },
  async run(call, params) {
    showAction(call, params.action);
    return true;
  },
});
