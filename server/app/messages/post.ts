/** Posts messages: assigns ids, saves them, and queues events and bot updates. */
import type { Account } from "../../domain/accounts.ts";
import { sendsAsChat, type Chat } from "../../domain/chats.ts";
import type { Member } from "../../domain/members/member.ts";
import type { NewMessage, Message } from "../../domain/messages.ts";
import type { Tx } from "../../store/db.ts";
import { insertMessage } from "../../store/queries/messages/messages.ts";
import { nextNumber } from "../../store/queries/service/counters.ts";
import { recordOwnMessages } from "../../store/queries/members/unread.ts";
import { deliverMessage } from "./deliver.ts";
import { GENERAL_THREAD_ID } from "../../domain/topics.ts";
import type { AppContext } from "../app-context.ts";
import { mentionsBody, recordMentions } from "./mentions.ts";
import { requestPreview, withAllowedPage } from "./web-pages.ts";

/** The account that sends. Messages of channel administrators and anonymous administrators appear as sent by the chat. */
export interface Sender {
  readonly account: Account;
  readonly member: Member;
}

/** The id of a new album. */
export async function newAlbumId(tx: Tx): Promise<string> {
  return String(await nextNumber(tx, "media_group"));
}

/** Posts all `drafts` with consecutive ids. The caller has checked the rights. */
export async function post(
  tx: Tx,
  app: AppContext,
  chat: Chat,
  sender: Sender,
  drafts: readonly NewMessage[],
  now_s: number,
): Promise<Message[]> {
  if (!sender.account.is_bot) await recordOwnMessages(tx, chat.id, sender.account.id, drafts.length);
  const allocated = tx.allocateMessageIds(chat.id, drafts.length, now_s);
  let message_id = (allocated instanceof Promise ? await allocated : allocated) - drafts.length;
  const messages: Message[] = [];
  for (const draft of drafts) {
    const message = compose(chat, sender, draft, ++message_id, now_s);
    const inserted = insertMessage(tx, message);
    if (inserted) await inserted;
    const mentioned = recordMentions(tx, chat, message, draft.reply_to_sender_id);
    const body = mentionsBody(mentioned instanceof Promise ? await mentioned : mentioned);
    tx.append({ stream: chat.id, kind: "message", ref: message_id, body });
    requestPreview(tx, app.previews, chat, sender, message, now_s);
    messages.push(message);
  }
  for (const message of messages) {
    const delivered = deliverMessage(tx, app, chat, message, sender.account, false);
    if (delivered) await delivered;
  }
  return messages;
}

function compose(chat: Chat, sender: Sender, draft: NewMessage, message_id: number, now_s: number): Message {
  const anonymous = sendsAsChat(chat, sender.member);
  const content = withAllowedPage(draft.content, chat, sender.member, now_s);
  const signature = anonymous && sender.member.custom_title !== "" && chat.type !== "channel";
  return {
    chat_id: chat.id,
    message_id,
    sender_id: sender.account.id,
    sender_chat_id: anonymous ? chat.id : null,
    date: now_s,
    edit_date: null,
    reply_to: draft.reply_to,
    media_group_id: draft.media_group_id ?? null,
    thread_id: threadOf(chat, draft, message_id),
    text: draft.text,
    content: signature ? { ...content, author_signature: sender.member.custom_title } : content,
  };
}

function threadOf(chat: Chat, { thread_id, opens_topic }: NewMessage, message_id: number): number | null {
  if (opens_topic) return message_id;
  return thread_id ?? (chat.is_forum ? GENERAL_THREAD_ID : null);
}
