/** What a push carries, as JSON (docs/guides/push.md has its members). */
import { hideSpoilers } from "@heliogram/shared/spoilers.ts";
import { fullName } from "../domain/accounts.ts";
import { contentKind, type ContentKind, type Message } from "../domain/messages.ts";
import { truncated } from "../domain/text/portable.ts";
import { findAccount } from "../store/queries/accounts/accounts.ts";
import { NO_THREAD, REACTIONS, type ShownKey } from "../store/queries/accounts/push-subscriptions.ts";
import { findChat } from "../store/queries/chats/chats.ts";
import { findTopic } from "../store/queries/messages/topics.ts";
import type { ReadTx } from "../store/db.ts";
import { MAX_PLAIN_BYTES } from "./encrypt.ts";
import type { OwnChat, PushAlert } from "./alerts.ts";

/** Characters of a text and of a name: with three bytes each they fit, whatever the language. */
const TEXT_CHARACTERS = 300;
const NAME_CHARACTERS = 64;
/** Notifications that one push closes. */
export const MAX_CLOSED = 20;

/** A notification that is over: of a chat, of a topic, or of the reactions in a chat. */
export interface ClosedNotification {
  readonly chat_id: number;
  readonly message_thread_id?: number;
  readonly is_reaction?: true;
}

/** Names and texts, which a push has only if the person and the owners of the service let it. */
export interface PushContents {
  /** The chat, or the topic and the chat. */
  readonly title: string;
  /** Who has written or reacted, where the title does not say it. */
  readonly sender?: string;
  readonly text?: string;
  /** What the message is, if it is not a text: `photo`, `poll`, `service` … */
  readonly content?: Exclude<ContentKind, "text">;
  /** The kind of a service message. */
  readonly service?: string;
  readonly emoji?: string;
}

/** A push. `read`: nothing is to be shown, and `closed` is over. `test`: the person has asked for it. */
export interface PushPayload extends Partial<PushContents> {
  readonly type: "message" | "reaction" | "read" | "test";
  readonly chat_id?: number;
  readonly message_thread_id?: number;
  readonly message_id?: number;
  /** How many messages there are to announce in the chat or topic. */
  readonly count?: number;
  /** Unix seconds. */
  readonly date?: number;
  readonly is_silent?: true;
  /** Unread messages in all, for the icon. */
  readonly badge?: number;
  /** Notifications that are over because they were read elsewhere. */
  readonly closed?: readonly ClosedNotification[];
}

/** The id of the chat as the person sees it, and the topic. */
export function closedOf({ thread_id }: ShownKey, chat_id: number): ClosedNotification {
  if (thread_id === REACTIONS) return { chat_id, is_reaction: true };
  return thread_id === NO_THREAD ? { chat_id } : { chat_id, message_thread_id: thread_id };
}

/** What an alert says without names and texts. */
export function headOf(alert: PushAlert, chat_id: number): PushPayload {
  const { subject, date, is_silent, count, thread_id } = alert;
  const quiet = is_silent ? { is_silent: true as const } : {};
  if ("reaction" in subject) {
    const { message_id } = subject.reaction;
    return { type: "reaction", chat_id, message_id, date, ...quiet };
  }
  const { message_id } = subject.message;
  const thread = thread_id === NO_THREAD ? {} : { message_thread_id: thread_id };
  return { type: "message", chat_id, ...thread, message_id, count, date, ...quiet };
}

/** Names and text of an alert. */
export async function contentsOf(
  tx: ReadTx,
  alert: PushAlert,
  { chat }: OwnChat,
  chat_id: number,
): Promise<PushContents> {
  const isPrivate = chat.type === "private";
  const name = isPrivate ? await nameOf(tx, chat_id) : short(chat.title);
  const topic = alert.thread_id > 0 ? await findTopic(tx, chat.id, alert.thread_id) : undefined;
  const title = topic ? `${short(topic.name)} · ${name}` : name;
  const { subject } = alert;
  if ("reaction" in subject) {
    const { account_id, sender_chat_id, emoji } = subject.reaction;
    return { title, sender: await senderOf(tx, account_id, sender_chat_id), emoji };
  }
  const { message } = subject;
  const isRoom = chat.type === "supergroup";
  const sender = isRoom ? { sender: await senderOf(tx, message.sender_id, message.sender_chat_id) } : {};
  return { title, ...sender, ...textOf(message) };
}

function textOf({ text, content }: Message): Pick<PushContents, "text" | "content" | "service"> {
  const shown = truncated(hideSpoilers(text, content.entities ?? []), TEXT_CHARACTERS);
  const kind = contentKind(content);
  return {
    ...(shown === "" ? {} : { text: shown }),
    ...(kind === "text" ? {} : { content: kind }),
    ...(content.service ? { service: content.service.kind } : {}),
  };
}

async function senderOf(tx: ReadTx, account_id: number, chat_id: number | null): Promise<string> {
  if (chat_id === null) return nameOf(tx, account_id);
  return short((await findChat(tx, chat_id))?.title ?? "");
}

async function nameOf(tx: ReadTx, account_id: number): Promise<string> {
  const account = await findAccount(tx, account_id);
  return short(account ? fullName(account) : "");
}

function short(name: string): string {
  return truncated(name, NAME_CHARACTERS);
}

/** A push as bytes; without names and text if they do not fit. */
export function payloadBytes(payload: PushPayload): Buffer {
  const bytes = Buffer.from(JSON.stringify(payload));
  if (bytes.length <= MAX_PLAIN_BYTES) return bytes;
  return Buffer.from(JSON.stringify(withoutContents(payload)));
}

/** The same push without names and text. */
export function withoutContents(payload: PushPayload): PushPayload {
  const { title: _t, sender: _s, text: _x, content: _c, service: _v, emoji: _e, ...rest } = payload;
  return rest;
}
