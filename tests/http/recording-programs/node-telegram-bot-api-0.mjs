/** node-telegram-bot-api 0.66 makes the calls of the corpus. */
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import TelegramBot from "node-telegram-bot-api-0";
import * as kit from "./kit.mjs";

const { call, TEXT, CAPTION, MARKUP } = kit;
const api = new TelegramBot(kit.TOKEN, { baseApiUrl: kit.BASE });
const file = { filename: kit.NAME, contentType: "text/plain" };
const caption = () => ({ caption: CAPTION });
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

await call("sendPhoto", () => api.sendPhoto(5, kit.FILE, { ...caption(), reply_markup: MARKUP }, file));
await call("sendPhoto: again", () => api.sendPhoto(5, "FILE_ID", caption()));
await call("sendDocument", () => api.sendDocument(5, kit.FILE, caption(), file));
const video = { width: 4, height: 3, duration: 2, supports_streaming: true };
await call("sendVideo", () => api.sendVideo(5, kit.FILE, video, file));
await call("sendAudio", () => api.sendAudio(5, kit.FILE, { title: "Lied", performer: "Ä" }, file));
await call("sendVoice", () => api.sendVoice(5, kit.FILE, { duration: 2 }, file));
await call("sendAnimation", () => api.sendAnimation(5, kit.FILE, caption(), file));
await call("sendVideoNote", () => api.sendVideoNote(5, kit.FILE, { length: 3 }, file));
const photo = { type: "photo", media: kit.FILE, fileOptions: file };
await call("sendMediaGroup", () => api.sendMediaGroup(5, [photo, { ...photo, ...caption() }]));
const known = ["ONE", "TWO"].map((media) => ({ type: "video", media }));
await call("sendMediaGroup: again", () => api.sendMediaGroup(5, known));

const message = () => ({ chat_id: 5, message_id: 9 });
await call("editMessageText", () => api.editMessageText(TEXT, { ...message(), reply_markup: MARKUP }));
await call("editMessageCaption", () => api.editMessageCaption(CAPTION, message()));
await call("editMessageReplyMarkup", () => api.editMessageReplyMarkup(MARKUP, message()));
// Here a file can only be told by its path.
const path = join(tmpdir(), kit.NAME);
writeFileSync(path, kit.FILE);
const media = { type: "photo", media: `attach://${path}`, ...caption() };
await call("editMessageMedia", () => api.editMessageMedia(media, message()));
rmSync(path);
await call("deleteMessage", () => api.deleteMessage(5, 9));
await call("deleteMessages", () => api.deleteMessages(5, [9, 10]));
await call("pinChatMessage", () => api.pinChatMessage(5, 9, { disable_notification: true }));
await call("unpinChatMessage", () => api.unpinChatMessage(5, { message_id: 9 }));

await call("getChatMember", () => api.getChatMember(5, 6));
await call("banChatMember", () => api.banChatMember(5, 6, { until_date: 1_800_000_000, revoke_messages: true }));
await call("unbanChatMember", () => api.unbanChatMember(5, 6, { only_if_banned: true }));
await call("restrictChatMember", () => api.restrictChatMember(5, 6, { permissions: JSON.stringify(kit.PERMISSIONS) }));
await call("promoteChatMember", () => api.promoteChatMember(5, 6, kit.RIGHTS));
await call("setChatAdministratorCustomTitle", () => api.setChatAdministratorCustomTitle(5, 6, "Übung"));
await call("setChatAdministratorCustomTitle: none", () => api.setChatAdministratorCustomTitle(5, 6, ""));
await call("setChatPermissions", () => api.setChatPermissions(5, kit.PERMISSIONS));
await call("setChatTitle", () => api.setChatTitle(5, TEXT));
await call("setChatPhoto", () => api.setChatPhoto(5, kit.FILE, {}, file));
await call("leaveChat", () => api.leaveChat(5));

await call("answerCallbackQuery", () => api.answerCallbackQuery("8", { text: TEXT, show_alert: true }));
await call("sendChatAction", () => api.sendChatAction(5, "typing"));
await call("setMyCommands", () => api.setMyCommands(kit.COMMANDS));
await call("getFile", () => api.getFile("FILE_ID"));
await call("setWebhook", () =>
  api.setWebHook(kit.HOOK, { ...kit.WEBHOOK, allowed_updates: JSON.stringify(kit.WEBHOOK.allowed_updates) }),
);
await call("deleteWebhook", () => api.deleteWebHook({ drop_pending_updates: true }));
await call("getUpdates", () => api.getUpdates({ offset: 7, timeout: 0, allowed_updates: JSON.stringify(["message"]) }));
