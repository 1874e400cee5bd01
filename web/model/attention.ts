/** How much of the chat list calls for the person: what the title, the icon and notices go by. */
import type { ChatSettings, Message } from "@heliogram/shared/wire.ts";
import { isOwn } from "./may.ts";

interface Counted {
  readonly unread_count: number;
  readonly unread_mentions: number;
  readonly settings: ChatSettings;
}

/** Whether a chat is to make no sound at this moment. */
export function isMuted({ muted_until }: ChatSettings, now_ms: number): boolean {
  return muted_until !== undefined && muted_until * 1000 > now_ms;
}

/** Unread messages of the chats that are not muted; of those, mentions alone. A mark counts as one. */
export function unreadOf(rows: Iterable<Counted>, now_ms: number): number {
  let sum = 0;
  for (const { unread_count, unread_mentions, settings } of rows) {
    if (isMuted(settings, now_ms) || settings.is_archived) sum += unread_mentions;
    else sum += unread_count > 0 ? unread_count : settings.is_marked_unread ? 1 : 0;
  }
  return sum;
}

/** Whether a new message is worth a notice: the person is mentioned, or the chat is not muted. */
export function deservesNotice(message: Message, row: Counted, me: number, now_ms: number): boolean {
  if (isOwn(message, me) || message.is_silent) return false;
  return row.unread_mentions > 0 || !(isMuted(row.settings, now_ms) || row.settings.is_archived);
}
