/** Forwarding and copying messages. A forwarded message shows its origin, a copy does not. */
import { stillLocation } from "../../domain/live-location.ts";
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import { forwardRefusal, type Content, type Message, type Origin } from "../../domain/messages.ts";
import { withoutCallbacks } from "../../domain/rich/read-button.ts";
import { refuse, RefusalError } from "../../domain/refusals.ts";
import { isMessageVisible } from "../../present/visible-messages.ts";
import type { ReadTx } from "../../store/db.ts";
import { findMessage } from "../../store/queries/messages/messages.ts";
import type { ChatRef } from "../engine/fields.ts";
import { authorize } from "../engine/authorization.ts";

/** Sends have these settings; a forwarded message, and each of several messages, has none of them. */
export const NO_REPLY_OR_KEYBOARD = {
  reply_markup: undefined,
  reply_to_message_id: undefined,
  reply_parameters: undefined,
  allow_sending_without_reply: undefined,
};

/** Finds a message that the caller may forward or copy, in any chat. @throws RefusalError */
export async function findForwardableMessage(
  tx: ReadTx,
  actor: Account,
  from_chat_id: ChatRef,
  message_id: number,
  purpose: string,
  now_s: number,
): Promise<Message> {
  const chat = await sourceChat(tx, actor, from_chat_id, now_s);
  const message = await findVisible(tx, actor, chat, message_id);
  if (!message) return refuse("MESSAGE_NOT_FOUND", purpose);
  const refusal = forwardRefusal(message);
  return refusal === undefined ? message : refuse(refusal);
}

/**
 * Finds those of several messages that the caller may forward or copy, in the order of their ids. The others are
 * skipped (behaviour.md §4). @throws RefusalError if the caller has no access to the chat
 */
export async function findForwardableMessages(
  tx: ReadTx,
  actor: Account,
  from_chat_id: ChatRef,
  message_ids: readonly number[],
  now_s: number,
): Promise<Message[]> {
  const chat = await sourceChat(tx, actor, from_chat_id, now_s);
  const found: Message[] = [];
  for (const message_id of message_ids) {
    const message = await findVisible(tx, actor, chat, message_id);
    if (message && forwardRefusal(message) === undefined) found.push(message);
  }
  return found;
}

/**
 * Finds a message of another chat to which the caller may reply: one that they may read, and forward, because the reply
 * shows whose it is. `undefined` where they have no access.
 */
export async function findExternalTarget(
  tx: ReadTx,
  actor: Account,
  chat_id: ChatRef,
  message_id: number,
  now_s: number,
): Promise<Message | undefined> {
  try {
    const message = await findVisible(tx, actor, await sourceChat(tx, actor, chat_id, now_s), message_id);
    return message && forwardRefusal(message) === undefined ? message : undefined;
  } catch (error) {
    if (error instanceof RefusalError) return undefined;
    throw error;
  }
}

async function sourceChat(tx: ReadTx, actor: Account, from_chat_id: ChatRef, now_s: number): Promise<Chat> {
  const access = { scope: "chat", rank: "member" } as const;
  return (await authorize(tx, undefined, actor, access, { chat_id: from_chat_id }, now_s)).chat;
}

async function findVisible(tx: ReadTx, actor: Account, chat: Chat, message_id: number): Promise<Message | undefined> {
  const message = await findMessage(tx, chat.id, message_id);
  return message && (await isMessageVisible(tx, actor, chat, message)) ? message : undefined;
}

/** The origin of a forwarded message. A message that was forwarded before keeps its origin. */
export function originOf(message: Message): Origin {
  if (message.content.origin) return message.content.origin;
  const speaksFor = message.sender_chat_id;
  return {
    date: message.date,
    sender_id: message.sender_id,
    ...(speaksFor === null ? {} : { chat_id: speaksFor, message_id: message.message_id }),
    ...(message.content.author_signature ? { author_signature: message.content.author_signature } : {}),
  };
}

/** The content that is forwarded: without keyboard, quote and sending options. */
export function forwardableContent(content: Content): Content {
  const {
    // It can contain what the message does not show.
    rich_source: _source,
    markup: _markup,
    markup_edited: _edited,
    quote: _quote,
    external_reply: _reply,
    protected: _protected,
    silent: _silent,
    author_signature: _by,
    key: _key,
    ...rest
  } = content;
  const still = rest.rich ? { ...rest, rich: withoutCallbacks(rest.rich) } : rest;
  // Only the sender of the original may move it.
  return still.location ? { ...still, location: stillLocation(still.location) } : still;
}

/** The content that is copied: what is forwarded, without an origin. */
export function copiedContent(content: Content): Content {
  const { origin: _origin, ...copied } = forwardableContent(content);
  return copied;
}
