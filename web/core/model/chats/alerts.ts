/** Unread totals for the page title and icon, and whether a new message is announced by a notification. */
import type { Chat, ChatSettings, Message } from "@heliogram/shared/wire.ts";
import { MAX_COUNTED } from "./unread.ts";
import { isService } from "../messages/content.ts";
import { isOwn } from "../rights/message-permissions.ts";

interface UnreadRow {
  readonly chat: Pick<Chat, "id">;
  readonly unread_count: number;
  readonly unread_mentions: number;
  readonly settings: ChatSettings;
}

/** Whether a chat or topic is muted now. */
export function isMuted({ muted_until }: Pick<ChatSettings, "muted_until">, now_ms: number): boolean {
  return muted_until !== undefined && muted_until * 1000 > now_ms;
}

/**
 * The unread messages of a chat without those in topics that the person has muted.
 * @param topics - its topics as far as they are loaded; muted ones are loaded with the list of chats
 */
export function unmutedUnread(
  { unread_count }: Pick<UnreadRow, "unread_count">,
  topics: LoadedTopics | undefined,
  now_ms: number,
): number {
  // Beyond the limit, the number is not known.
  if (!topics || unread_count === 0 || unread_count >= MAX_COUNTED) return unread_count;
  let muted = 0;
  for (const row of Object.values(topics.rows)) if (isMuted(row, now_ms)) muted += row.unread_count;
  return Math.max(0, unread_count - muted);
}

interface LoadedTopics {
  readonly rows: Readonly<Record<number, MutableTopic>>;
}

interface MutableTopic extends Pick<ChatSettings, "muted_until"> {
  readonly unread_count: number;
}

/**
 * The number of unread messages. Muted and archived chats count their mentions only; a "marked as unread" mark counts
 * as one.
 */
export function totalUnread(
  rows: Iterable<UnreadRow>,
  topics: Readonly<Record<number, LoadedTopics>>,
  now_ms: number,
): number {
  let sum = 0;
  for (const row of rows) {
    const { unread_mentions, settings } = row;
    const unread_count = unmutedUnread(row, topics[row.chat.id], now_ms);
    if (isMuted(settings, now_ms) || settings.is_archived) sum += unread_mentions;
    else sum += unread_count > 0 ? unread_count : settings.is_marked_unread ? 1 : 0;
  }
  return sum;
}

/** A new message with the facts that decide about its notification. */
export interface IncomingMessage {
  readonly message: Message;
  /** Whether the message mentions the person or replies to them, as the server said. */
  readonly mentions: boolean;
  readonly row: Pick<UnreadRow, "settings"> & { readonly read_up_to: number };
  /** Its topic, in a group with topics. */
  readonly topic?: { readonly read_up_to: number; readonly muted_until?: number } | undefined;
  readonly me: number;
  readonly now_ms: number;
  /** Whether any page of the client in this browser is active. */
  readonly isAnyPageActive: boolean;
}

/** The notification of a new message: none, without a sound (`disable_notification`), or with one. */
export type Alert = "none" | "quiet" | "loud";

export function alertFor({ message, mentions, row, topic, me, now_ms, isAnyPageActive }: IncomingMessage): Alert {
  const read_up_to = Math.max(row.read_up_to, topic?.read_up_to ?? 0);
  const isSeen = isAnyPageActive || isOwn(message, me) || message.message_id <= read_up_to;
  if (isSeen || !isWorthAlert(message, me)) return "none";
  const isTopicMuted = topic !== undefined && isMuted(topic, now_ms);
  const isSilenced = isTopicMuted || isMuted(row.settings, now_ms) || row.settings.is_archived;
  if (isSilenced && !mentions) return "none";
  return message.is_silent ? "quiet" : "loud";
}

/**
 * Service messages are not announced, except for pinned messages, used invitations, the person's own joining, and alerts
 * of their own radius.
 */
function isWorthAlert(message: Message, me: number): boolean {
  if (!isService(message) || message.pinned_message) return true;
  if (message.invitation_accepted || message.invitation_uses) return true;
  if (message.proximity_alert_triggered?.watcher.id === me) return true;
  return message.new_chat_members?.some(({ id }) => id === me) ?? false;
}
