/** Telegraf makes the calls of the corpus. */
import { Telegram } from "telegraf";
import * as kit from "./kit.mjs";

const { call, TEXT, CAPTION, MARKUP } = kit;
const api = new Telegram(kit.TOKEN, { apiRoot: kit.BASE });
const file = () => ({ source: kit.FILE, filename: kit.NAME });
const caption = { caption: CAPTION };
const { latitude, longitude } = kit.PLACE;

await call("getMe", () => api.getMe());
await kit.sendTexts((text, other) => api.sendMessage(5, text, other));
await call("sendLocation", () => api.sendLocation(5, latitude, longitude));
await call("sendVenue", () => api.sendVenue(5, latitude, longitude, kit.VENUE.title, kit.VENUE.address));
const { phone_number, first_name, last_name } = kit.CONTACT;
await call("sendContact", () => api.sendContact(5, phone_number, first_name, { last_name }));
await call("sendDice", () => api.sendDice(5, { emoji: "🎲" }));
await call("forwardMessage", () => api.forwardMessage(5, -6, 9));
await call("copyMessage", () => api.copyMessage(5, -6, 9));

await call("sendPhoto", () => api.sendPhoto(5, file(), { ...caption, reply_markup: MARKUP }));
await call("sendPhoto: again", () => api.sendPhoto(5, "FILE_ID", caption));
await call("sendDocument", () => api.sendDocument(5, file(), caption));
const video = { width: 4, height: 3, duration: 2, supports_streaming: true };
await call("sendVideo", () => api.sendVideo(5, file(), video));
await call("sendVideo: a thumbnail", () => api.sendVideo(5, file(), { thumbnail: file() }));
await call("sendAudio", () => api.sendAudio(5, file(), { title: "Lied", performer: "Ä" }));
await call("sendVoice", () => api.sendVoice(5, file(), { duration: 2 }));
await call("sendAnimation", () => api.sendAnimation(5, file(), caption));
await call("sendVideoNote", () => api.sendVideoNote(5, file(), { length: 3 }));
const photo = () => ({ type: "photo", media: file() });
await call("sendMediaGroup", () => api.sendMediaGroup(5, [photo(), { ...photo(), ...caption }]));
const known = ["ONE", "TWO"].map((media) => ({ type: "video", media }));
await call("sendMediaGroup: again", () => api.sendMediaGroup(5, known));

await call("editMessageText", () => api.editMessageText(5, 9, undefined, TEXT, { reply_markup: MARKUP }));
await call("editMessageCaption", () => api.editMessageCaption(5, 9, undefined, CAPTION));
await call("editMessageReplyMarkup", () => api.editMessageReplyMarkup(5, 9, undefined, MARKUP));
await call("editMessageMedia", () => api.editMessageMedia(5, 9, undefined, { ...photo(), ...caption }));
await call("deleteMessage", () => api.deleteMessage(5, 9));
await call("deleteMessages", () => api.deleteMessages(5, [9, 10]));
await call("pinChatMessage", () => api.pinChatMessage(5, 9, { disable_notification: true }));
await call("unpinChatMessage", () => api.unpinChatMessage(5, 9));

await call("getChatMember", () => api.getChatMember(5, 6));
await call("banChatMember", () => api.banChatMember(5, 6, 1_800_000_000, { revoke_messages: true }));
await call("unbanChatMember", () => api.unbanChatMember(5, 6, { only_if_banned: true }));
await call("restrictChatMember", () => api.restrictChatMember(5, 6, { permissions: kit.PERMISSIONS }));
await call("promoteChatMember", () => api.promoteChatMember(5, 6, kit.RIGHTS));
await call("setChatAdministratorCustomTitle", () => api.setChatAdministratorCustomTitle(5, 6, "Übung"));
await call("setChatAdministratorCustomTitle: none", () => api.setChatAdministratorCustomTitle(5, 6, ""));
await call("setChatPermissions", () => api.setChatPermissions(5, kit.PERMISSIONS));
await call("setChatTitle", () => api.setChatTitle(5, TEXT));
await call("setChatPhoto", () => api.setChatPhoto(5, file()));
await call("leaveChat", () => api.leaveChat(5));

await call("answerCallbackQuery", () => api.answerCbQuery("8", TEXT, { show_alert: true }));
await call("sendChatAction", () => api.sendChatAction(5, "typing"));
await call("setMyCommands", () => api.setMyCommands(kit.COMMANDS));
await call("getFile", () => api.getFile("FILE_ID"));
await call("setWebhook", () => api.setWebhook(kit.HOOK, kit.WEBHOOK));
await call("deleteWebhook", () => api.deleteWebhook({ drop_pending_updates: true }));
await call("getUpdates", () => api.callApi("getUpdates", { offset: 7, timeout: 0, allowed_updates: ["message"] }));
