/** Changes and removes messages that are in a chat. */
import type { Account } from "../domain/accounts.ts";
import type { Chat } from "../domain/chats.ts";
import type { Content, Message } from "../domain/messages.ts";
import type { Tx } from "../store/db.ts";
import { deleteMessage, updateMessage } from "../store/messages.ts";
import { unpin } from "../store/pins.ts";
import { deliverMessage } from "./deliver.ts";
import type { Env } from "./env.ts";
import { forgetMentions, mentioning } from "./mentions.ts";

/** What an edit leaves a message as. */
export interface Revision {
  readonly text: string;
  readonly content: Content;
  /** Whether people see that it was edited: not when only the keyboard changed. */
  readonly visible: boolean;
}

/** Saves a revision and tells whoever heard of the message before. */
export async function edit(
  tx: Tx,
  env: Env,
  chat: Chat,
  editor: Account,
  message: Message,
  revision: Revision,
  now_s: number,
): Promise<Message> {
  const { text, content } = revision;
  const edit_date = revision.visible ? now_s : message.edit_date;
  const edited: Message = { ...message, text, content, edit_date };
  await updateMessage(tx, edited, message);
  tx.append({ stream: chat.id, kind: "edit", ref: message.message_id, body: "" });
  if (revision.visible) await deliverMessage(tx, env, chat, edited, editor, true);
  return edited;
}

/** Takes a message out of its chat, for everybody. Bots are not told. */
export async function remove(tx: Tx, chat: Chat, message: Message): Promise<void> {
  await deleteMessage(tx, message);
  await unpin(tx, chat.id, message.message_id);
  const body = mentioning(await forgetMentions(tx, chat, message));
  tx.append({ stream: chat.id, kind: "delete", ref: message.message_id, body });
}
