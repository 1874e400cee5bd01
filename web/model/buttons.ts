/** Buttons of bots: how they are coloured, and which the service can do nothing with. */
import type { ButtonStyle, InlineKeyboardButton, ReplyKeyboardButton } from "@heliogram/shared/wire.ts";

/** Where a button has no colour of its own, it looks like any of its keyboard. */
export const BUTTON_COLOURS: Readonly<Record<ButtonStyle, string>> = {
  primary: "bg-accent-fill text-on-accent hover:bg-accent-fill-hover",
  success: "bg-good-fill text-on-accent hover:brightness-95",
  danger: "bg-danger-fill text-on-accent hover:brightness-95",
};

/** Whether a press could do nothing: the button is of a kind that exists in Telegram alone. */
export function isAbsentKind(button: InlineKeyboardButton | ReplyKeyboardButton): boolean {
  return Object.keys(button).some((field) => !KNOWN.has(field));
}

const KNOWN: ReadonlySet<string> = new Set([
  "text",
  "style",
  "url",
  "callback_data",
  "copy_text",
  "request_contact",
  "request_location",
]);
