/** Changes the title, description, photo or permissions of a chat. */
import type { Chat } from "../../domain/chats.ts";
import type { Service } from "../../domain/messages.ts";
import { updateChat } from "../../store/queries/chats/chats.ts";
import type { Tx } from "../../store/db.ts";
import type { AppContext } from "../app-context.ts";
import { post, type Sender } from "../messages/post.ts";

/** Saves the chat and notifies its clients. */
export async function changeChat(tx: Tx, chat: Chat): Promise<void> {
  await updateChat(tx, chat);
  tx.append({ stream: chat.id, kind: "chat", ref: chat.id, body: "" });
}

/** Saves the chat and posts a service message about the change (behaviour.md §4, service messages). */
export async function changeChatWithMessage(
  tx: Tx,
  app: AppContext,
  chat: Chat,
  sender: Sender,
  service: Service,
  now_s: number,
): Promise<void> {
  await changeChat(tx, chat);
  await post(tx, app, chat, sender, [{ text: "", reply_to: null, content: { service } }], now_s);
}
