/** What the screen offers to do with a message; the service decides again when it is done. */
import type { Message } from "@heliogram/shared/wire.ts";
import { fileOf } from "./content.ts";

export function mayEdit(
  message: Message,
  chat: { readonly can?: { readonly edit_messages: string | null } },
  own: boolean,
): boolean {
  return (isOwn(message, own) || chat.can?.edit_messages === null) && isEditable(message);
}

/** Whether it is of a kind that its sender can change the words of. */
export function mayEditOwn(message: Message, own: boolean): boolean {
  return isOwn(message, own) && isEditable(message);
}

function isEditable(message: Message): boolean {
  const { text, photo, forward_origin, video_note, reply_markup } = message;
  const words = text !== undefined || photo !== undefined || fileOf(message) !== undefined;
  return words && !forward_origin && !video_note && (!reply_markup || "inline_keyboard" in reply_markup);
}

/** Why it cannot be deleted, `null` where nothing is in the way; nothing where the person has no place in the chat. */
export function refusalToDelete<R extends string>(
  message: Message,
  chat: { readonly can?: { readonly delete_messages: R | null } },
  own: boolean,
): R | null | undefined {
  return isOwn(message, own) ? null : chat.can?.delete_messages;
}

/** What the chat itself has said shows nobody who wrote it; but only to whoever did does it have the name they gave it. */
function isOwn({ client_key }: Message, own: boolean): boolean {
  return own || client_key !== undefined;
}
