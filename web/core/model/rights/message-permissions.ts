/** Which actions on a message are offered; the server checks them again. */
import type { Chat, Message } from "@heliogram/shared/wire.ts";
import { hasEditableText } from "../messages/content.ts";

export function canEdit(
  message: Message,
  chat: { readonly can?: { readonly edit_messages: string | null } },
  me: number | undefined,
): boolean {
  return (isOwn(message, me) || chat.can?.edit_messages === null) && isEditable(message);
}

/** Whether the person may edit their own message of this kind. */
export function canEditOwn(message: Message, me: number | undefined): boolean {
  return isOwn(message, me) && isEditable(message);
}

function isEditable(message: Message): boolean {
  const { forward_origin, reply_markup } = message;
  return hasEditableText(message) && !forward_origin && (!reply_markup || "inline_keyboard" in reply_markup);
}

/** The name of the refusal, `null` if the message can be deleted, `undefined` if the person is not a member. */
export function refusalToDelete<R extends string>(
  message: Message,
  chat: { readonly can?: { readonly delete_messages: R | null } },
  me: number | undefined,
): R | null | undefined {
  return isOwn(message, me) ? null : chat.can?.delete_messages;
}

/** The person of a group whom one can answer in private: the author of a message that is not sent in a chat's name. */
export function privateAuthor({ from, sender_chat }: Message, chat: Pick<Chat, "type">, me: number | undefined) {
  if (chat.type === "private" || sender_chat || !from || from.is_bot || from.id === me) return undefined;
  return from;
}

/** A message sent in the name of the chat has no `from`; only its author receives its `client_key`. */
export function isOwn({ from, client_key }: Message, me: number | undefined): boolean {
  return from?.id === me || client_key !== undefined;
}
