/** Pins and unpins messages. */
import type { Chat } from "../domain/chats.ts";
import type { Message } from "../domain/messages.ts";
import type { Tx } from "../store/db.ts";
import { pin, unpin, unpinAll } from "../store/pins.ts";
import type { Env } from "./env.ts";
import { post, type Speaker } from "./post.ts";

/** Pins a message and says so in the chat (behaviour.md §4, service messages). */
export async function pinMessage(
  tx: Tx,
  env: Env,
  chat: Chat,
  by: Speaker,
  message: Message,
  silent: boolean,
  now_s: number,
): Promise<void> {
  await pin(tx, chat.id, message.message_id, now_s);
  tellPins(tx, chat);
  const service = { kind: "pinned_message", message_id: message.message_id } as const;
  const content = { service, ...(silent ? { silent } : {}) } as const;
  await post(tx, env, chat, by, [{ text: "", reply_to: null, content }], now_s);
}

/** Unpins one message, or all. */
export async function unpinMessages(tx: Tx, chat: Chat, message_id?: number): Promise<void> {
  if (message_id === undefined) await unpinAll(tx, chat.id);
  else await unpin(tx, chat.id, message_id);
  tellPins(tx, chat);
}

function tellPins(tx: Tx, chat: Chat): void {
  tx.append({ stream: chat.id, kind: "pins", ref: chat.id, body: "" });
}
