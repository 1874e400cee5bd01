/** What there is to announce to a person now: computed from what they have not read, never queued (behaviour.md §6). */
import { alertOf, isMuted } from "@heliogram/shared/alerts.ts";
import { chatIdFor, type Chat } from "../domain/chats.ts";
import type { Message, Service } from "../domain/messages.ts";
import { isQuietAt } from "../domain/quiet-hours.ts";
import { GENERAL_THREAD_ID } from "../domain/topics.ts";
import type { ReadTx } from "../store/db.ts";
import type { StoredPushSettings } from "../store/queries/accounts/push-settings.ts";
import { NO_THREAD, REACTIONS, type ShownKey } from "../store/queries/accounts/push-subscriptions.ts";
import type { ListedMembership } from "../store/queries/chats/chat-list.ts";
import { listMentions, mentionsBefore } from "../store/queries/members/mentions.ts";
import { newestUnseenReaction, type UnseenReaction } from "../store/queries/members/push-chats.ts";
import { findTopicReader, type TopicReader } from "../store/queries/members/topic-readers.ts";
import { findMessage } from "../store/queries/messages/messages.ts";
import { messagesBefore } from "../store/queries/messages/history.ts";
import { wantsReactionNotices } from "../store/queries/messages/reactions.ts";

/** What is older is not announced any more: neither after an outage of a push service nor after one of this service. */
export const MAX_AGE_S = 3600;
/** The newest messages of a chat that are looked at: more are counted as so many. */
const MESSAGES_OF_CHAT = 50;
const MENTIONS = 100;
/** A mention is announced however many messages came after it. */
const EARLIER_MENTIONS = 10;

/** Something to announce: the newest message of a chat or topic, or the newest reaction in a chat. */
export interface PushAlert extends ShownKey {
  /** The message id, or of a reaction the second of it: what is newer is another alert. */
  readonly mark: number;
  /** Unix seconds. */
  readonly date: number;
  readonly is_silent: boolean;
  /** It is for the person alone: a private message, a mention or an answer. */
  readonly is_personal: boolean;
  /** How many messages there are to announce. */
  readonly count: number;
  readonly subject: { readonly message: Message } | { readonly reaction: UnseenReaction };
}

/** The person, and what decides for all of their chats. */
export interface Recipient {
  readonly account_id: number;
  readonly settings: StoredPushSettings;
  readonly now_s: number;
}

/** A chat of the person with their membership. */
export interface OwnChat {
  readonly chat: Chat;
  readonly membership: ListedMembership;
  /** Whether its messages are in topics, for the person. */
  readonly has_topics: boolean;
}

/** How far the person has read each topic of a chat, as far as it was asked. */
export class Topics {
  readonly #tx: ReadTx;
  readonly #account_id: number;
  readonly #known = new Map<string, TopicReader>();

  constructor(tx: ReadTx, account_id: number) {
    this.#tx = tx;
    this.#account_id = account_id;
  }

  async find(chat_id: number, thread_id: number): Promise<TopicReader> {
    const key = `${chat_id}/${thread_id}`;
    const known = this.#known.get(key);
    if (known) return known;
    const found = await findTopicReader(this.#tx, chat_id, thread_id, this.#account_id);
    this.#known.set(key, found);
    return found;
  }
}

/** The alerts of one chat, one for each of its topics. */
export async function alertsOf(
  tx: ReadTx,
  recipient: Recipient,
  own: OwnChat,
  topics: Topics,
): Promise<readonly PushAlert[]> {
  const reaction = own.membership.unread_reactions > 0 ? await reactionAlert(tx, recipient, own) : undefined;
  const messages = own.membership.unread_count > 0 ? await messageAlerts(tx, recipient, own, topics) : [];
  return reaction ? [...messages, reaction] : messages;
}

async function messageAlerts(
  tx: ReadTx,
  recipient: Recipient,
  own: OwnChat,
  topics: Topics,
): Promise<readonly PushAlert[]> {
  const { chat, membership } = own;
  const oldest_s = recipient.now_s - MAX_AGE_S;
  const newest = await messagesBefore(tx, chat.id, Number.MAX_SAFE_INTEGER, MESSAGES_OF_CHAT);
  const mentions = await mentionsAmong(tx, recipient.account_id, own, newest.at(-1)?.message.message_id ?? 0);
  const unread = [...newest.map(({ message }) => message), ...mentions.earlier].filter(
    ({ message_id, date }) => message_id > membership.read_up_to && date > oldest_s,
  );
  const alerts = new Map<number, PushAlert>();
  for (const message of unread) {
    const is_mention = mentions.ids.has(message.message_id);
    const thread_id = own.has_topics ? threadOf(message) : NO_THREAD;
    const topic = thread_id === NO_THREAD ? undefined : await topics.find(chat.id, thread_id);
    const alert = decide(recipient, own, message, { is_mention, topic });
    if (alert === "none") continue;
    const newer = alerts.get(thread_id);
    if (newer) alerts.set(thread_id, { ...newer, count: newer.count + 1 });
    else
      alerts.set(thread_id, {
        chat_id: chat.id,
        thread_id,
        mark: message.message_id,
        date: message.date,
        is_silent: alert === "quiet",
        is_personal: is_mention || chat.type === "private",
        count: 1,
        subject: { message },
      });
  }
  return [...alerts.values()];
}

interface Mentions {
  /** Ids of unread messages that mention the person. */
  readonly ids: ReadonlySet<number>;
  /** Those before the newest messages of the chat, the newest first. */
  readonly earlier: readonly Message[];
}

/** @param oldest_id - the oldest of the newest messages of the chat */
async function mentionsAmong(
  tx: ReadTx,
  account_id: number,
  { chat, membership: { unread_mentions } }: OwnChat,
  oldest_id: number,
): Promise<Mentions> {
  if (unread_mentions === 0) return { ids: new Set(), earlier: [] };
  const ids = await listMentions(tx, account_id, chat.id, oldest_id - 1, MENTIONS);
  if (ids.length >= unread_mentions) return { ids: new Set(ids), earlier: [] };
  const before = await mentionsBefore(tx, account_id, chat.id, oldest_id, EARLIER_MENTIONS);
  const found = await Promise.all(before.map((message_id) => findMessage(tx, chat.id, message_id)));
  return { ids: new Set([...ids, ...before]), earlier: found.filter((message) => message !== undefined) };
}

/** In a chat with a bot, what is in no topic is announced by the chat. */
function threadOf({ thread_id, chat_id }: Message): number {
  return thread_id ?? (chat_id < 0 ? GENERAL_THREAD_ID : NO_THREAD);
}

/** Muting and quiet hours count as they were when the message was sent: what they kept back does not ring later. */
function decide(
  { account_id, settings }: Recipient,
  { chat, membership }: OwnChat,
  message: Message,
  { is_mention, topic }: { readonly is_mention: boolean; readonly topic: TopicReader | undefined },
) {
  const at_ms = message.date * 1000;
  if (settings.quiet_hours && isQuietAt(settings.quiet_hours, at_ms)) return "none";
  const { service, silent } = message.content;
  const isRoom = chat.type !== "private";
  return alertOf({
    is_seen: message.sender_id === account_id || message.message_id <= (topic?.read_up_to ?? 0),
    service: service && { kind: service.kind, is_about_person: isAbout(service, account_id) },
    mentions: is_mention,
    is_silenced:
      (topic !== undefined && isMuted(topic, at_ms)) ||
      isMuted(membership.settings, at_ms) ||
      membership.settings.is_archived ||
      (isRoom && settings.only_mentions),
    is_silent: silent === true,
  });
}

function isAbout(service: Service, account_id: number): boolean {
  if (service.kind === "proximity_alert_triggered") return service.accounts[1] === account_id;
  return service.kind === "new_chat_members" && service.accounts.includes(account_id);
}

async function reactionAlert(
  tx: ReadTx,
  { account_id, settings, now_s }: Recipient,
  { chat, membership }: OwnChat,
): Promise<PushAlert | undefined> {
  const reaction = await newestUnseenReaction(tx, account_id, chat.id);
  if (!reaction || reaction.at <= now_s - MAX_AGE_S) return undefined;
  const at_ms = reaction.at * 1000;
  if (isMuted(membership.settings, at_ms) || membership.settings.is_archived) return undefined;
  if (settings.quiet_hours && isQuietAt(settings.quiet_hours, at_ms)) return undefined;
  if (!(await wantsReactionNotices(tx, account_id))) return undefined;
  return {
    chat_id: chat.id,
    thread_id: REACTIONS,
    mark: reaction.at,
    date: reaction.at,
    is_silent: true,
    is_personal: true,
    count: 1,
    subject: { reaction },
  };
}

/** The id that the person sees for the chat. */
export function shownId({ chat }: OwnChat, account_id: number): number {
  return chatIdFor(chat, account_id);
}
