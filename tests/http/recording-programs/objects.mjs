/** The calls of every library whose methods take one object with the interface's own names. */
import * as kit from "./kit.mjs";

const { call, TEXT, CAPTION, MARKUP } = kit;
const chat = { chat_id: 5 };
const message = { ...chat, message_id: 9 };
const member = { ...chat, user_id: 6 };

/** @param file makes a new upload; @param known makes what stands for a file that the service has */
export async function play(api, file, known = (file_id) => file_id) {
  await call("getMe", () => api.getMe());
  await messages(api);
  await files(api, file, known);
  await edits(api, file);
  await moderation(api, file);
  await others(api);
}

/** For those libraries that send a thumbnail given so. */
export async function playThumbnail(api, file) {
  await call("sendVideo: a thumbnail", async () =>
    api.sendVideo({ ...chat, video: await file(), thumbnail: await file() }),
  );
}

async function messages(api) {
  await kit.sendTexts((text, other) => api.sendMessage({ ...chat, text, ...other }));
  await call("sendLocation", () => api.sendLocation({ ...chat, ...kit.PLACE }));
  await call("sendVenue", () => api.sendVenue({ ...chat, ...kit.PLACE, ...kit.VENUE }));
  await call("sendContact", () => api.sendContact({ ...chat, ...kit.CONTACT }));
  await call("sendDice", () => api.sendDice({ ...chat, emoji: "🎲" }));
  await call("forwardMessage", () => api.forwardMessage({ ...message, from_chat_id: -6 }));
  await call("copyMessage", () => api.copyMessage({ ...message, from_chat_id: -6 }));
}

async function files(api, file, known) {
  const caption = { caption: CAPTION };
  await call("sendPhoto", async () =>
    api.sendPhoto({ ...chat, photo: await file(), ...caption, reply_markup: MARKUP }),
  );
  await call("sendPhoto: again", () => api.sendPhoto({ ...chat, photo: known("FILE_ID"), ...caption }));
  await call("sendDocument", async () => api.sendDocument({ ...chat, document: await file(), ...caption }));
  await call("sendVideo", async () =>
    api.sendVideo({ ...chat, video: await file(), width: 4, height: 3, duration: 2, supports_streaming: true }),
  );
  await call("sendAudio", async () => api.sendAudio({ ...chat, audio: await file(), title: "Lied", performer: "Ä" }));
  await call("sendVoice", async () => api.sendVoice({ ...chat, voice: await file(), duration: 2 }));
  await call("sendAnimation", async () => api.sendAnimation({ ...chat, animation: await file(), ...caption }));
  await call("sendVideoNote", async () => api.sendVideoNote({ ...chat, video_note: await file(), length: 3 }));
  await call("sendMediaGroup", async () =>
    api.sendMediaGroup({
      ...chat,
      media: [
        { type: "photo", media: await file() },
        { type: "photo", media: await file(), caption: CAPTION },
      ],
    }),
  );
  await call("sendMediaGroup: again", () =>
    api.sendMediaGroup({ ...chat, media: ["ONE", "TWO"].map((id) => ({ type: "video", media: known(id) })) }),
  );
}

async function edits(api, file) {
  await call("editMessageText", () => api.editMessageText({ ...message, text: TEXT, reply_markup: MARKUP }));
  await call("editMessageCaption", () => api.editMessageCaption({ ...message, caption: CAPTION }));
  await call("editMessageReplyMarkup", () => api.editMessageReplyMarkup({ ...message, reply_markup: MARKUP }));
  await call("editMessageMedia", async () =>
    api.editMessageMedia({ ...message, media: { type: "photo", media: await file(), caption: CAPTION } }),
  );
  await call("deleteMessage", () => api.deleteMessage(message));
  await call("deleteMessages", () => api.deleteMessages({ ...chat, message_ids: [9, 10] }));
  await call("pinChatMessage", () => api.pinChatMessage({ ...message, disable_notification: true }));
  await call("unpinChatMessage", () => api.unpinChatMessage(message));
}

async function moderation(api, file) {
  await call("getChatMember", () => api.getChatMember(member));
  await call("banChatMember", () => api.banChatMember({ ...member, until_date: 1_800_000_000, revoke_messages: true }));
  await call("unbanChatMember", () => api.unbanChatMember({ ...member, only_if_banned: true }));
  await call("restrictChatMember", () => api.restrictChatMember({ ...member, permissions: kit.PERMISSIONS }));
  await call("promoteChatMember", () => api.promoteChatMember({ ...member, ...kit.RIGHTS }));
  await call("setChatAdministratorCustomTitle", () =>
    api.setChatAdministratorCustomTitle({ ...member, custom_title: "Übung" }),
  );
  await call("setChatAdministratorCustomTitle: none", () =>
    api.setChatAdministratorCustomTitle({ ...member, custom_title: "" }),
  );
  await call("setChatPermissions", () => api.setChatPermissions({ ...chat, permissions: kit.PERMISSIONS }));
  await call("setChatTitle", () => api.setChatTitle({ ...chat, title: TEXT }));
  await call("setChatPhoto", async () => api.setChatPhoto({ ...chat, photo: await file() }));
  await call("leaveChat", () => api.leaveChat(chat));
}

async function others(api) {
  await call("answerCallbackQuery", () =>
    api.answerCallbackQuery({ callback_query_id: "8", text: TEXT, show_alert: true }),
  );
  await call("sendChatAction", () => api.sendChatAction({ ...chat, action: "typing" }));
  await call("setMyCommands", () => api.setMyCommands({ commands: kit.COMMANDS }));
  await call("getFile", () => api.getFile({ file_id: "FILE_ID" }));
  await call("setWebhook", () => api.setWebhook({ url: kit.HOOK, ...kit.WEBHOOK }));
  await call("deleteWebhook", () => api.deleteWebhook({ drop_pending_updates: true }));
  await call("getUpdates", () => api.getUpdates({ offset: 7, timeout: 0, allowed_updates: ["message"] }));
}
