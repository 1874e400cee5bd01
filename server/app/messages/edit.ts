/** Edits and deletes messages. */
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import type { Content, Message } from "../../domain/messages.ts";
import type { Tx } from "../../store/db.ts";
import { findMember } from "../../store/queries/members/members.ts";
import { deleteMessage, updateMessage } from "../../store/queries/messages/messages.ts";
import { recordDeletionInTopic } from "../../store/queries/members/topic-readers.ts";
import { unpin } from "../../store/queries/messages/pins.ts";
import { deliverMessage } from "./deliver.ts";
import type { AppContext } from "../app-context.ts";
import { deleteMentions, mentionsBody } from "./mentions.ts";
import { withoutOtherPage } from "./preview-address.ts";
import { requestPreview, wantsPage } from "./web-pages.ts";
import { removeReactions } from "./react.ts";

/** The content of a message after an edit. */
export interface Revision {
  readonly text: string;
  readonly content: Content;
  /** Whether people see that the message was edited; false if only the keyboard has changed. */
  readonly visible: boolean;
}

/** Saves an edited message and queues its event and updates. */
export async function edit(
  tx: Tx,
  app: AppContext,
  chat: Chat,
  editor: Account,
  message: Message,
  revision: Revision,
  now_s: number,
): Promise<Message> {
  const { text, visible } = revision;
  const { markup_edited: _before, ...rest } = revision.content;
  const isFirst = message.edit_date === null;
  const edit_date = visible || isFirst ? now_s : message.edit_date;
  const marked = !visible && (isFirst || message.content.markup_edited === true);
  const linking = withoutOtherPage(text, rest);
  const content = marked ? { ...linking, markup_edited: true as const } : linking;
  const edited: Message = { ...message, text, content, edit_date };
  await updateMessage(tx, edited, message);
  tx.append({ stream: chat.id, kind: "edit", ref: message.message_id, body: "" });
  if (!visible) return edited;
  if (app.previews && wantsPage(edited)) {
    const member = await findMember(tx, chat.id, editor.id);
    if (member) requestPreview(tx, app.previews, chat, { account: editor, member }, edited, now_s);
  }
  await deliverMessage(tx, app, chat, edited, editor, true);
  return edited;
}

/** Deletes a message for everybody. There is no bot update for it. */
export async function removeMessage(tx: Tx, chat: Chat, message: Message): Promise<void> {
  await deleteMessage(tx, message);
  if (chat.is_forum || message.thread_id !== null) await recordDeletionInTopic(tx, message);
  await unpin(tx, chat.id, message.message_id);
  await removeReactions(tx, chat, message);
  const body = mentionsBody(await deleteMentions(tx, chat, message));
  tx.append({ stream: chat.id, kind: "delete", ref: message.message_id, body });
}
