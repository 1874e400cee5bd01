/** What messages refer to: accounts, chats and other messages. It is looked up together, before they are presented. */
import type { Chat } from "../domain/chats.ts";
import type { Message } from "../domain/messages.ts";
import { findSentMessage, type MessagePlace } from "../store/queries/messages/messages.ts";
import type { ViewerContext } from "./viewer-context.ts";

/**
 * Loads what messages of a chat refer to into the context. The statements do not wait for one another, so a database
 * that is elsewhere answers them together. What the replied-to messages refer to follows, where it is not known yet.
 */
export async function preloadReferences(
  context: ViewerContext,
  chat: Chat,
  messages: readonly Message[],
): Promise<void> {
  const here = new Set(messages.map(({ message_id }) => message_id));
  const ids = new Set(messages.flatMap(messagesIn).filter((id) => !here.has(id)));
  const [found] = await Promise.all([
    Promise.all(Array.from(ids, (id) => findSentMessage(context.tx, chat.id, id))),
    context.chat(chat),
    preloadAccountsAndChats(context, messages),
  ]);
  const sent = found.flatMap((each) => each ?? []);
  const referred = sent.map(({ message }) => message);
  context.preload({
    accounts: sent.map(({ sender }) => sender),
    chat_ids: [],
    chats: [],
    places: Array.from(ids, (id): MessagePlace => [chat.id, id]),
    messages: [...messages, ...referred],
  });
  if (referred.length > 0) await preloadAccountsAndChats(context, referred);
}

/** Loads the accounts and chats that messages refer to, where the context does not have them yet. */
export async function preloadAccountsAndChats(context: ViewerContext, messages: readonly Message[]): Promise<void> {
  await Promise.all([
    ...Array.from(new Set(messages.flatMap(accountsIn)), (id) => context.account(id)),
    ...Array.from(new Set(messages.flatMap(chatsIn)), (id) => context.chatOf(id)),
  ]);
}

/** The accounts that a message refers to. */
export function accountsIn({
  sender_id,
  content: { origin, service, entities, quote, external_reply },
}: Message): number[] {
  const ids = [sender_id];
  if (origin) ids.push(origin.sender_id);
  if (external_reply) ids.push(external_reply.origin.sender_id);
  if (service && "accounts" in service) ids.push(...service.accounts);
  if (service?.kind === "left_chat_member") ids.push(service.account);
  for (const { user_id } of entities ?? []) if (user_id !== undefined) ids.push(user_id);
  for (const { user_id } of quote?.entities ?? []) if (user_id !== undefined) ids.push(user_id);
  return ids;
}

/** The chats that a message refers to, besides its own. */
export function chatsIn({ sender_chat_id, content: { origin, external_reply, service } }: Message): number[] {
  const ids: number[] = [];
  if (sender_chat_id !== null) ids.push(sender_chat_id);
  if (origin?.chat_id !== undefined) ids.push(origin.chat_id);
  if (external_reply) {
    const { chat_id, origin: replied } = external_reply;
    if (chat_id < 0) ids.push(chat_id);
    if (replied.chat_id !== undefined) ids.push(replied.chat_id);
  }
  if (service?.kind === "chat_shared") ids.push(service.chat_id);
  return ids;
}

/** The pinned message that a service message is about. */
export function pinnedIn({ chat_id, content: { service } }: Message): MessagePlace[] {
  return service?.kind === "pinned_message" ? [[chat_id, service.message_id]] : [];
}

/** The messages of the same chat that a message refers to. */
function messagesIn(message: Message): number[] {
  const pinned = pinnedIn(message).map(([, message_id]) => message_id);
  return message.reply_to === null ? pinned : [message.reply_to, ...pinned];
}
