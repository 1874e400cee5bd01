/** Changes what a chat is: its title, its description, its photo, its permissions. */
import type { Chat } from "../domain/chats.ts";
import type { Service } from "../domain/messages.ts";
import { updateChat } from "../store/chats.ts";
import type { Tx } from "../store/db.ts";
import type { Env } from "./env.ts";
import { post, type Speaker } from "./post.ts";

/** Saves the chat and lets everybody who watches it know. */
export async function changeChat(tx: Tx, chat: Chat): Promise<void> {
  await updateChat(tx, chat);
  tx.append({ stream: chat.id, kind: "chat", ref: chat.id, body: "" });
}

/** Saves the chat and says in it what has changed (behaviour.md §4, service messages). */
export async function changeChatAloud(
  tx: Tx,
  env: Env,
  chat: Chat,
  speaker: Speaker,
  service: Service,
  now_s: number,
): Promise<void> {
  await changeChat(tx, chat);
  await post(tx, env, chat, speaker, [{ text: "", reply_to: null, content: { service } }], now_s);
}
