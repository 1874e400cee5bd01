/** Keyboards of messages. */
import { BUTTON_STYLES, UNSUPPORTED_INLINE_KINDS, UNSUPPORTED_REPLY_KINDS } from "../buttons.ts";
import { ChatAdministratorRights } from "./bot-settings.ts";
import {
  bool,
  each,
  int,
  list,
  named,
  note,
  object,
  oneOf,
  optional,
  str,
  union,
  yes,
  type Schema,
  type TypeOf,
} from "./schema.ts";

/** The data of a button of an unsupported kind, which is returned as it was sent. */
export type UnsupportedButtonData = object | string | true;
const unsupported = optional<UnsupportedButtonData>(
  {},
  "As the bot sent it. It is shown and has no effect; only the `telegram` dialect accepts it.",
);

/** It is shown only if it is true. Bots may also give false. */
const flag: Schema<true> = { type: "boolean" };

const look = {
  style: optional(oneOf(BUTTON_STYLES), "The colour of the button."),
  icon_custom_emoji_id: optional(str, "As the bot sent it. The service has no custom emoji, so no icon is shown."),
};

export const InlineKeyboardButton = named(
  "InlineKeyboardButton",
  object({
    text: str,
    callback_data: optional(str, "1 to 64 bytes; the callback query of a press contains it."),
    url: optional(str, "A URL that a press opens."),
    copy_text: optional(object({ text: str }), "1 to 256 characters that a press copies to the clipboard."),
    disabled: optional(object({}), "The button does nothing; it has no fields."),
    ...look,
    ...each(UNSUPPORTED_INLINE_KINDS, unsupported),
  }),
);
export type InlineKeyboardButton = TypeOf<typeof InlineKeyboardButton>;

const request_id = note(int, "A number of 32 bits that the bot chooses; the service message contains it.");

export const KeyboardButtonRequestUsers = named(
  "KeyboardButtonRequestUsers",
  object({
    request_id,
    user_is_bot: optional(bool, "Bots alone, or people alone."),
    user_is_premium: optional(bool, "Kept, and without effect: nobody has Premium here."),
    max_quantity: optional(int, "1 to 10; 1 by default."),
    request_name: optional(flag),
    request_username: optional(flag),
    request_photo: optional(flag),
  }),
);
export type KeyboardButtonRequestUsers = TypeOf<typeof KeyboardButtonRequestUsers>;

export const KeyboardButtonRequestChat = named(
  "KeyboardButtonRequestChat",
  object({
    request_id,
    chat_is_channel: note(bool, "A channel, otherwise a group."),
    chat_is_forum: optional(bool, "Of groups: one with topics, or one without."),
    chat_has_username: optional(bool, "A public chat, or a private one."),
    chat_is_created: optional(flag, "The person is its owner."),
    user_administrator_rights: optional(ChatAdministratorRights, "Rights that the person has there."),
    bot_administrator_rights: optional(
      ChatAdministratorRights,
      "Rights that the bot has there, or that the person can give it.",
    ),
    bot_is_member: optional(flag, "The bot is a member, or the person can add it."),
    request_title: optional(flag),
    request_username: optional(flag),
    request_photo: optional(flag),
  }),
);
export type KeyboardButtonRequestChat = TypeOf<typeof KeyboardButtonRequestChat>;

export const KeyboardButton = named(
  "KeyboardButton",
  object({
    text: str,
    request_contact: optional(flag),
    request_location: optional(flag),
    request_users: optional(KeyboardButtonRequestUsers, "Asks for people or bots; in private chats alone."),
    request_chat: optional(KeyboardButtonRequestChat, "Asks for a group or channel; in private chats alone."),
    ...look,
    ...each(UNSUPPORTED_REPLY_KINDS, unsupported),
  }),
);
export type KeyboardButton = TypeOf<typeof KeyboardButton>;

export const InlineKeyboardMarkup = named(
  "InlineKeyboardMarkup",
  object({ inline_keyboard: list(list(InlineKeyboardButton)) }),
);
export type InlineKeyboardMarkup = TypeOf<typeof InlineKeyboardMarkup>;

export const ReplyKeyboardMarkup = named(
  "ReplyKeyboardMarkup",
  object({
    keyboard: list(list(KeyboardButton)),
    resize_keyboard: optional(flag),
    one_time_keyboard: optional(flag),
    is_persistent: optional(flag),
    input_field_placeholder: optional(str),
    selective: optional(flag),
  }),
);
export type ReplyKeyboardMarkup = TypeOf<typeof ReplyKeyboardMarkup>;

export const ReplyKeyboardRemove = named(
  "ReplyKeyboardRemove",
  object({ remove_keyboard: yes, selective: optional(flag) }),
);

export const ForceReply = named(
  "ForceReply",
  object({ force_reply: yes, input_field_placeholder: optional(str), selective: optional(flag) }),
);

export const ReplyMarkup = named(
  "ReplyMarkup",
  union([InlineKeyboardMarkup, ReplyKeyboardMarkup, ReplyKeyboardRemove, ForceReply]),
);
