/** What the screen offers to do with a message; the service decides again when it is done. */
import type { Message } from "@heliogram/shared/wire.ts";
import { fileOf } from "./content.ts";

export function mayEdit(message: Message, own: boolean): boolean {
  const words = message.text !== undefined || message.photo !== undefined || fileOf(message) !== undefined;
  return isOwn(message, own) && words && !message.forward_origin && !message.video_note;
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
