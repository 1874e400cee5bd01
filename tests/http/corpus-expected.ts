/** The expected parameters of the corpus calls, for every library: tests/http/recording-programs makes exactly these calls. */

export const FILE = "content of the file";

/** The parameters of a call by name, and those that are uploads. */
interface Meant {
  readonly params: Readonly<Record<string, unknown>>;
  readonly files?: readonly string[];
}

const TEXT = "grüße & 😀";
const CAPTION = "grüße";
const MARKUP = { inline_keyboard: [[{ text: "Press", callback_data: "pressed" }]] };
const CHAT = { chat_id: 5 };
const MESSAGE = { chat_id: 5, message_id: 9 };
const MEMBER = { chat_id: 5, user_id: 6 };
const TEXT_MESSAGE = { chat_id: 5, text: TEXT };
const PERMISSIONS = { can_send_messages: true, can_send_polls: false };
const PLACE = { latitude: 52.52, longitude: -13.405 };
const UPLOAD = { type: "photo", media: FILE };

export const EXPECTED: Readonly<Record<string, Meant>> = {
  getMe: { params: {} },
  sendMessage: { params: { ...TEXT_MESSAGE, reply_markup: MARKUP, disable_notification: true } },
  "sendMessage: HTML": { params: { ...CHAT, text: "<b>grüße</b>", parse_mode: "HTML" } },
  "sendMessage: entities": {
    params: {
      ...TEXT_MESSAGE,
      entities: [
        { type: "bold", offset: 0, length: 5 },
        { type: "text_link", offset: 6, length: 1, url: "https://example.org/?a=1&b=2" },
      ],
    },
  },
  "sendMessage: a reply": {
    params: { ...TEXT_MESSAGE, reply_parameters: { message_id: 7, allow_sending_without_reply: true } },
  },
  "sendMessage: all inline buttons": {
    params: {
      ...TEXT_MESSAGE,
      reply_markup: {
        inline_keyboard: [
          [
            { text: "Press", callback_data: "a=1&b=ä" },
            { text: "Open", url: "https://example.org/?a=1&b=2" },
          ],
          [{ text: "Again", callback_data: "again" }],
        ],
      },
    },
  },
  "sendMessage: a keyboard": {
    params: {
      ...TEXT_MESSAGE,
      reply_markup: {
        keyboard: [[{ text: "Yes" }, { text: "Nö" }], [{ text: "Phone", request_contact: true }]],
        resize_keyboard: true,
        one_time_keyboard: true,
        input_field_placeholder: "Choose",
      },
    },
  },
  "sendMessage: no keyboard": {
    params: { ...TEXT_MESSAGE, reply_markup: { remove_keyboard: true, selective: true } },
  },
  "sendMessage: a forced reply": {
    params: { ...TEXT_MESSAGE, reply_markup: { force_reply: true, input_field_placeholder: "Name" } },
  },
  sendLocation: { params: { ...CHAT, ...PLACE } },
  sendVenue: { params: { ...CHAT, ...PLACE, title: "Café", address: "Straße 1" } },
  sendContact: { params: { ...CHAT, phone_number: "+49 30 1", first_name: "Änne", last_name: "B" } },
  sendDice: { params: { ...CHAT, emoji: "🎲" } },
  forwardMessage: { params: { ...MESSAGE, from_chat_id: -6 } },
  copyMessage: { params: { ...MESSAGE, from_chat_id: -6 } },
  sendPhoto: { params: { ...CHAT, caption: CAPTION, reply_markup: MARKUP }, files: ["photo"] },
  "sendPhoto: again": { params: { ...CHAT, photo: "FILE_ID", caption: CAPTION } },
  sendDocument: { params: { ...CHAT, caption: CAPTION }, files: ["document"] },
  sendVideo: { params: { ...CHAT, width: 4, height: 3, duration: 2, supports_streaming: true }, files: ["video"] },
  "sendVideo: a thumbnail": { params: CHAT, files: ["video", "thumbnail"] },
  sendAudio: { params: { ...CHAT, title: "Lied", performer: "Ä" }, files: ["audio"] },
  sendVoice: { params: { ...CHAT, duration: 2 }, files: ["voice"] },
  sendAnimation: { params: { ...CHAT, caption: CAPTION }, files: ["animation"] },
  sendVideoNote: { params: { ...CHAT, length: 3 }, files: ["video_note"] },
  sendMediaGroup: { params: { ...CHAT, media: [UPLOAD, { ...UPLOAD, caption: CAPTION }] } },
  "sendMediaGroup: again": { params: { ...CHAT, media: ["ONE", "TWO"].map((media) => ({ type: "video", media })) } },
  editMessageText: { params: { ...MESSAGE, text: TEXT, reply_markup: MARKUP } },
  editMessageCaption: { params: { ...MESSAGE, caption: CAPTION } },
  editMessageReplyMarkup: { params: { ...MESSAGE, reply_markup: MARKUP } },
  editMessageMedia: { params: { ...MESSAGE, media: { ...UPLOAD, caption: CAPTION } } },
  deleteMessage: { params: MESSAGE },
  deleteMessages: { params: { ...CHAT, message_ids: [9, 10] } },
  pinChatMessage: { params: { ...MESSAGE, disable_notification: true } },
  unpinChatMessage: { params: MESSAGE },
  getChatMember: { params: MEMBER },
  banChatMember: { params: { ...MEMBER, until_date: 1_800_000_000, revoke_messages: true } },
  unbanChatMember: { params: { ...MEMBER, only_if_banned: true } },
  restrictChatMember: { params: { ...MEMBER, permissions: PERMISSIONS } },
  promoteChatMember: { params: { ...MEMBER, can_delete_messages: true, can_pin_messages: false } },
  setChatAdministratorCustomTitle: { params: { ...MEMBER, custom_title: "Übung" } },
  "setChatAdministratorCustomTitle: none": { params: { ...MEMBER, custom_title: "" } },
  setChatPermissions: { params: { ...CHAT, permissions: PERMISSIONS } },
  setChatTitle: { params: { ...CHAT, title: TEXT } },
  setChatPhoto: { params: CHAT, files: ["photo"] },
  leaveChat: { params: CHAT },
  answerCallbackQuery: { params: { callback_query_id: "8", text: TEXT, show_alert: true } },
  sendChatAction: { params: { ...CHAT, action: "typing" } },
  setMyCommands: { params: { commands: [{ command: "start", description: "Grüße" }] } },
  getFile: { params: { file_id: "FILE_ID" } },
  setWebhook: {
    params: {
      url: "https://bots.example/hook?a=1&b=ä",
      secret_token: "s3cret",
      max_connections: 3,
      allowed_updates: ["message", "callback_query"],
      drop_pending_updates: true,
    },
  },
  deleteWebhook: { params: { drop_pending_updates: true } },
  getUpdates: { params: { offset: 7, timeout: 0, allowed_updates: ["message"] } },
};
