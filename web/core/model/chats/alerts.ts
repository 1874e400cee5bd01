/** Unread totals for the page title and icon, and whether a new message is announced by a notification. */
import type { Chat, ChatSettings, Message } from "@heliogram/shared/wire.ts";
import { alertOf, countedUnread, isMuted, type Alert } from "@heliogram/shared/alerts.ts";
import { MAX_COUNTED } from "./unread.ts";
import { isService } from "../messages/content.ts";
import { isOwn } from "../rights/message-permissions.ts";

interface UnreadRow {
  readonly chat: Pick<Chat, "id">;
  readonly unread_count: number;
  readonly unread_mentions: number;
  readonly settings: ChatSettings;
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
  for (const row of rows)
    sum += countedUnread({ ...row, unread_count: unmutedUnread(row, topics[row.chat.id], now_ms) }, now_ms);
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

export function alertFor({ message, mentions, row, topic, me, now_ms, isAnyPageActive }: IncomingMessage): Alert {
  const read_up_to = Math.max(row.read_up_to, topic?.read_up_to ?? 0);
  const isTopicMuted = topic !== undefined && isMuted(topic, now_ms);
  return alertOf({
    is_seen: isAnyPageActive || isOwn(message, me) || message.message_id <= read_up_to,
    service: isService(message) ? serviceOf(message, me) : undefined,
    mentions,
    is_silenced: isTopicMuted || isMuted(row.settings, now_ms) || row.settings.is_archived,
    is_silent: message.is_silent === true,
  });
}

/** The kind of a service message as the service names it, as far as notifications know it, and whether it is about the person. */
function serviceOf(message: Message, me: number) {
  const kind = KINDS.find((name) => message[name] !== undefined) ?? "";
  const concerned =
    kind === "proximity_alert_triggered"
      ? message.proximity_alert_triggered?.watcher.id === me
      : message.new_chat_members?.some(({ id }) => id === me);
  return { kind, is_about_person: concerned ?? false };
}

const KINDS = [
  "pinned_message",
  "invitation_accepted",
  "invitation_uses",
  "proximity_alert_triggered",
  "new_chat_members",
] as const;
