/** The reply keyboard that holds at the moment: that of the newest message that says anything about keyboards. */
import type { Message, ReplyKeyboardMarkup } from "@heliogram/shared/wire.ts";

export interface OfferedKeyboard {
  readonly message_id: number;
  readonly markup: ReplyKeyboardMarkup;
}

export function offeredKeyboard(messages: readonly Message[]): OfferedKeyboard | undefined {
  const last = messages.findLast(({ reply_markup }) => reply_markup && !("inline_keyboard" in reply_markup));
  const markup = last?.reply_markup;
  return last && markup && "keyboard" in markup ? { message_id: last.message_id, markup } : undefined;
}
