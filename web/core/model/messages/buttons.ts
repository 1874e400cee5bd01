/** Buttons of bots: their colours, and which kinds are not supported. */
import type { ButtonStyle } from "@heliogram/shared/buttons.ts";
import type { InlineKeyboardButton, KeyboardButton } from "@heliogram/shared/wire.ts";

/** A button without a style has the default colour of its keyboard. */
export const BUTTON_COLOURS: Readonly<Record<ButtonStyle, string>> = {
  primary: "bg-accent-fill text-on-accent hover:bg-accent-fill-hover",
  success: "bg-good-fill text-on-accent hover:brightness-95",
  danger: "bg-danger-fill text-on-accent hover:brightness-95",
};

/** Whether the button is of a kind that exists in Telegram but not here. */
export function isUnsupported(button: InlineKeyboardButton | KeyboardButton): boolean {
  return Object.keys(button).some((field) => !KNOWN.has(field));
}

const KNOWN: ReadonlySet<string> = new Set([
  "text",
  "style",
  "icon_custom_emoji_id",
  "disabled",
  "url",
  "callback_data",
  "copy_text",
  "request_contact",
  "request_location",
  "request_users",
  "request_chat",
]);
