/** What the screen offers to do with a message; the service decides again when it is done. */
import type { Message } from "@heliogram/shared/wire.ts";
import { fileOf } from "./content.ts";

export function mayEdit(
  message: Message,
  chat: { readonly can?: { readonly edit_messages: string | null } },
  me: number | undefined,
): boolean {
  return (isOwn(message, me) || chat.can?.edit_messages === null) && isEditable(message);
}

/** Whether it is of a kind that its sender can change the words of. */
export function mayEditOwn(message: Message, me: number | undefined): boolean {
  return isOwn(message, me) && isEditable(message);
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
  me: number | undefined,
): R | null | undefined {
  return isOwn(message, me) ? null : chat.can?.delete_messages;
}

/** What the chat itself has said shows nobody who wrote it; but only to whoever did does it have the name they gave it. */
export function isOwn({ from, client_key }: Message, me: number | undefined): boolean {
  return from?.id === me || client_key !== undefined;
}
