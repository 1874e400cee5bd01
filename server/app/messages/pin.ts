/** Pins and unpins messages. */
import type { Chat } from "../../domain/chats.ts";
import type { Message } from "../../domain/messages.ts";
import type { Tx } from "../../store/db.ts";
import { pin, unpin, unpinAll } from "../../store/queries/messages/pins.ts";
import { unpinTopic } from "../../store/queries/messages/topics.ts";
import type { AppContext } from "../app-context.ts";
import { post, type Sender } from "./post.ts";

/** Pins a message and posts a service message (behaviour.md §4, service messages). */
export async function pinMessage(
  tx: Tx,
  app: AppContext,
  chat: Chat,
  by: Sender,
  message: Message,
  silent: boolean,
  now_s: number,
): Promise<void> {
  await pin(tx, chat.id, message.message_id, now_s);
  appendPinsEvent(tx, chat);
  const service = { kind: "pinned_message", message_id: message.message_id } as const;
  const content = { service, ...(silent ? { silent } : {}) } as const;
  await post(tx, app, chat, by, [{ text: "", reply_to: null, content, thread_id: message.thread_id }], now_s);
}

/** Unpins all messages of a topic. */
export async function unpinTopicMessages(tx: Tx, chat: Chat, thread_id: number): Promise<void> {
  await unpinTopic(tx, chat.id, thread_id);
  appendPinsEvent(tx, chat);
}

/** Unpins one message, or all. */
export async function unpinMessages(tx: Tx, chat: Chat, message_id?: number): Promise<void> {
  if (message_id === undefined) await unpinAll(tx, chat.id);
  else await unpin(tx, chat.id, message_id);
  appendPinsEvent(tx, chat);
}

function appendPinsEvent(tx: Tx, chat: Chat): void {
  tx.append({ stream: chat.id, kind: "pins", ref: chat.id, body: "" });
}
