/** Changes the title, description, photo or permissions of a chat. */
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import type { Service } from "../../domain/messages.ts";
import { takeUsername } from "../../store/queries/accounts/accounts.ts";
import { updateChat } from "../../store/queries/chats/chats.ts";
import type { Tx } from "../../store/db.ts";
import type { AppContext } from "../app-context.ts";
import { recordInChat } from "./chat-audit.ts";
import { post, type Sender } from "../messages/post.ts";

/** What a change is about, and whose it is, for the audit log. */
export interface ChatChange {
  readonly by: Account;
  readonly changed: "title" | "description" | "photo" | "permissions" | "username" | "link_previews" | "reactions";
}

/** Saves the chat, records the change and notifies the chat's clients. */
export async function changeChat(tx: Tx, chat: Chat, { by, changed }: ChatChange, now_s: number): Promise<void> {
  await updateChat(tx, chat);
  await recordInChat(tx, by, "chat_changed", chat, { changed: [changed] }, now_s);
  tx.append({ stream: chat.id, kind: "chat", ref: chat.id, body: "" });
}

/** Sets or removes the user name, which makes the chat public or private. @returns false if somebody else has the name */
export async function changeUsername(
  tx: Tx,
  chat: Chat,
  by: Account,
  username: string | null,
  now_s: number,
): Promise<boolean> {
  if (!(await takeUsername(tx, chat.id, username))) return false;
  await changeChat(tx, { ...chat, username }, { by, changed: "username" }, now_s);
  return true;
}

/** Saves the chat and posts a service message about the change (behaviour.md §4, service messages). */
export async function changeChatWithMessage(
  tx: Tx,
  app: AppContext,
  chat: Chat,
  sender: Sender,
  changed: ChatChange["changed"],
  service: Service,
  now_s: number,
): Promise<void> {
  await changeChat(tx, chat, { by: sender.account, changed }, now_s);
  await post(tx, app, chat, sender, [{ text: "", reply_to: null, content: { service } }], now_s);
}
