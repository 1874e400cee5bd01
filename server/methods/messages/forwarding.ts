/** Forwarding and copying messages. A forwarded message shows its origin, a copy does not. */
import type { Account } from "../../domain/accounts.ts";
import type { Content, Message, Origin } from "../../domain/messages.ts";
import { refuse } from "../../domain/refusals.ts";
import { isMessageVisible } from "../../present/visible-messages.ts";
import type { ReadTx } from "../../store/db.ts";
import { findMessage } from "../../store/queries/messages/messages.ts";
import type { ChatRef } from "../engine/fields.ts";
import { authorize } from "../engine/authorization.ts";

/** Finds a message that the caller may forward or copy, in any chat. @throws RefusalError */
export async function findForwardableMessage(
  tx: ReadTx,
  actor: Account,
  from_chat_id: ChatRef,
  message_id: number,
  purpose: string,
  now_s: number,
): Promise<Message> {
  const access = { scope: "chat", rank: "member" } as const;
  const { chat } = await authorize(tx, undefined, actor, access, { chat_id: from_chat_id }, now_s);
  const message = await findMessage(tx, chat.id, message_id);
  if (!message || !(await isMessageVisible(tx, actor, chat, message))) return refuse("MESSAGE_NOT_FOUND", purpose);
  if (message.content.service) return refuse("FORWARD_IMPOSSIBLE");
  return message.content.protected ? refuse("FORWARD_PROTECTED") : message;
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
    markup: _markup,
    markup_edited: _edited,
    quote: _quote,
    protected: _protected,
    silent: _silent,
    author_signature: _by,
    key: _key,
    ...rest
  } = content;
  return rest;
}
