/** Keyboards of messages. */
import { BUTTON_STYLES, UNSUPPORTED_INLINE_KINDS, UNSUPPORTED_REPLY_KINDS } from "../buttons.ts";
import { each, list, named, object, oneOf, optional, str, union, yes, type Schema, type TypeOf } from "./schema.ts";

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

export const KeyboardButton = named(
  "KeyboardButton",
  object({
    text: str,
    request_contact: optional(flag),
    request_location: optional(flag),
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
