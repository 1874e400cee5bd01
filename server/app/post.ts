/** Puts messages into a chat: numbers them, saves them, and tells whoever is to hear of them. */
import type { Account } from "../domain/accounts.ts";
import { speaksAsChat, type Chat } from "../domain/chats.ts";
import type { Member } from "../domain/members/member.ts";
import type { Draft, Message } from "../domain/messages.ts";
import type { Tx } from "../store/db.ts";
import { insertMessage } from "../store/messages.ts";
import { noteOwn } from "../store/unread.ts";
import { deliverMessage } from "./deliver.ts";
import type { Env } from "./env.ts";
import { mentioning, noteMentions } from "./mentions.ts";

/** Who speaks, and as what: a channel speaks for its administrators, a group for its anonymous ones. */
export interface Speaker {
  readonly account: Account;
  readonly member: Member;
}

/** Posts `drafts` one after another: consecutive ids, all or none. Rights are the caller's to have checked. */
export async function post(
  tx: Tx,
  env: Env,
  chat: Chat,
  speaker: Speaker,
  drafts: readonly Draft[],
  now_s: number,
): Promise<Message[]> {
  const noting = speaker.account.is_bot ? undefined : noteOwn(tx, chat.id, speaker.account.id, drafts.length);
  if (noting) await noting;
  const taking = tx.takeMessageIds(chat.id, drafts.length, now_s);
  let message_id = (taking instanceof Promise ? await taking : taking) - drafts.length;
  const messages: Message[] = [];
  for (const draft of drafts) {
    const message = compose(chat, speaker, draft, ++message_id, now_s);
    const inserting = insertMessage(tx, message);
    if (inserting) await inserting;
    const mentions = noteMentions(tx, chat, message, draft.answered);
    const body = mentioning(mentions instanceof Promise ? await mentions : mentions);
    tx.append({ stream: chat.id, kind: "message", ref: message_id, body });
    messages.push(message);
  }
  for (const message of messages) {
    const delivering = deliverMessage(tx, env, chat, message, speaker.account, false);
    if (delivering) await delivering;
  }
  return messages;
}

function compose(chat: Chat, speaker: Speaker, draft: Draft, message_id: number, now_s: number): Message {
  const anonymous = speaksAsChat(chat, speaker.member);
  const signature = anonymous && speaker.member.custom_title !== "" && chat.type !== "channel";
  return {
    chat_id: chat.id,
    message_id,
    sender_id: speaker.account.id,
    sender_chat_id: anonymous ? chat.id : null,
    date: now_s,
    edit_date: null,
    reply_to: draft.reply_to,
    media_group_id: draft.media_group_id ?? null,
    text: draft.text,
    content: signature ? { ...draft.content, author_signature: speaker.member.custom_title } : draft.content,
  };
}
