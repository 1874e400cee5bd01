/** The buttons that a person sees in a chat. */
import type { Message } from "heliogram";
import { buttonsInText, type ButtonInText } from "@heliogram/shared/rich-buttons.ts";

export interface FoundButton {
  readonly message: Message;
  /** Of a callback button. */
  readonly callback_data?: string;
  /** What a button of a reply keyboard sends instead of its text. */
  readonly request?: "contact" | "location";
  /** What a button of a reply keyboard asks for: the id of the request. */
  readonly share?: { readonly kind: "users" | "chat"; readonly request_id: number };
}

/**
 * The button with this text: of the newest inline keyboard that has one, or of the reply keyboard that is shown.
 * @throws Error if the button is a link, which nobody can press in a test
 */
export function findButton(messages: readonly Message[], text: string, person_id: number): FoundButton | undefined {
  const keyboard = shownKeyboard(messages, person_id);
  for (const message of messages.toReversed()) {
    const inline = inlineButtons(message).find((each) => each.text === text);
    if (inline?.callback_data !== undefined) return { message, callback_data: inline.callback_data };
    if (inline?.url !== undefined) throw new Error(`the button “${text}” opens ${inline.url}`);
    if (message !== keyboard?.message) continue;
    const button = keyboard.buttons.find((each) => each.text === text);
    if (button?.request_contact) return { message, request: "contact" };
    if (button?.request_location) return { message, request: "location" };
    if (button?.request_users)
      return { message, share: { kind: "users", request_id: button.request_users.request_id } };
    if (button?.request_chat) return { message, share: { kind: "chat", request_id: button.request_chat.request_id } };
    if (button) return { message };
  }
  return undefined;
}

/** The buttons below a message, and those in its text. */
function inlineButtons({ reply_markup: markup, rich_message }: Message): ButtonInText[] {
  const below = markup && "inline_keyboard" in markup ? markup.inline_keyboard.flat() : [];
  return [...below, ...buttonsInText(rich_message)];
}

/** The texts of all buttons of a message, by rows. */
export function buttonRows({ reply_markup: markup }: Message): string[][] {
  if (markup && "inline_keyboard" in markup) return markup.inline_keyboard.map((row) => row.map(({ text }) => text));
  if (markup && "keyboard" in markup) return markup.keyboard.map((row) => row.map(({ text }) => text));
  return [];
}

/** The reply keyboard of the newest message that shows or removes one. */
function shownKeyboard(messages: readonly Message[], person_id: number) {
  const message = messages.findLast(
    ({ from, reply_markup: markup }) =>
      from?.id !== person_id && markup && ("keyboard" in markup || "remove_keyboard" in markup),
  );
  const markup = message?.reply_markup;
  return message && markup && "keyboard" in markup ? { message, buttons: markup.keyboard.flat() } : undefined;
}
