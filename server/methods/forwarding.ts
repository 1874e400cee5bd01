/** Taking a message from one chat to another: forwarding shows where it came from, copying does not. */
import type { Account } from "../domain/accounts.ts";
import type { Content, Message, Origin } from "../domain/messages.ts";
import { refuse } from "../domain/refusals.ts";
import { mayUse } from "../present/received.ts";
import type { ReadTx } from "../store/db.ts";
import { findMessage } from "../store/messages.ts";
import type { ChatRef } from "./fields.ts";
import { admit } from "./gate.ts";

/** Finds a message that the caller may use, in whichever chat. @throws Refused */
export async function findSource(
  tx: ReadTx,
  actor: Account,
  from_chat_id: ChatRef,
  message_id: number,
  purpose: string,
  now_s: number,
): Promise<Message> {
  const access = { scope: "chat", rank: "member" } as const;
  const { chat } = await admit(tx, undefined, actor, access, { chat_id: from_chat_id }, now_s);
  const message = await findMessage(tx, chat.id, message_id);
  if (!message || !(await mayUse(tx, actor, chat, message))) return refuse("MESSAGE_NOT_FOUND", purpose);
  if (message.content.service) return refuse("FORWARD_IMPOSSIBLE");
  return message.content.protected ? refuse("FORWARD_PROTECTED") : message;
}

/** Where a forwarded message first came from: what was forwarded before keeps its origin. */
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

/** What of a message goes with it: not its keyboard, its quote or its settings. */
export function carried(content: Content): Content {
  const {
    markup: _markup,
    quote: _quote,
    protected: _protected,
    silent: _silent,
    author_signature: _by,
    key: _key,
    ...rest
  } = content;
  return rest;
}
