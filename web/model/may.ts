/** What the screen offers to do with a message; the service decides again when it is done. */
import type { Message } from "@heliogram/shared/wire.ts";
import { fileOf } from "./content.ts";

/** What a chat lets the person do, and why it does not. */
interface Chat<Ability extends string> {
  readonly can?: Readonly<Record<Ability, string | null>>;
}

export function mayEdit(message: Message, chat: Chat<"edit_messages">, own: boolean): boolean {
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

export function mayDelete(message: Message, chat: Chat<"delete_messages">, own: boolean): boolean {
  return isOwn(message, own) || chat.can?.delete_messages === null;
}

/** What the chat itself has said shows nobody who wrote it; but only to whoever did does it have the name they gave it. */
function isOwn({ client_key }: Message, own: boolean): boolean {
  return own || client_key !== undefined;
}
