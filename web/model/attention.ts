/** How much of the chat list calls for the person: what the title, the icon and notices go by. */
import type { ChatSettings, Message } from "@heliogram/shared/wire.ts";
import { isService } from "./content.ts";
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

/** A new message, and what there is to know about it before it is announced. */
export interface News {
  readonly message: Message;
  /** Whether this very message mentions the person or answers them, as the service has told with it. */
  readonly mentions: boolean;
  readonly row: Pick<Counted, "settings"> & { readonly read_up_to: number };
  readonly me: number;
  readonly now_ms: number;
  /** Whether the person looks at a page of the client in this browser, this one or another. */
  readonly isLookedAt: boolean;
}

/** How a new message is announced outside the page: not at all, without a sound (`disable_notification`), or with one. */
export type Alert = "none" | "quiet" | "loud";

export function alertFor({ message, mentions, row, me, now_ms, isLookedAt }: News): Alert {
  const isKnown = isLookedAt || isOwn(message, me) || message.message_id <= row.read_up_to;
  if (isKnown || !isAddressed(message, me)) return "none";
  const isStill = isMuted(row.settings, now_ms) || row.settings.is_archived;
  if (isStill && !mentions) return "none";
  return message.is_silent ? "quiet" : "loud";
}

/** Who comes and goes, and what a chat is called, can be read later; what is pinned is meant for all. */
function isAddressed(message: Message, me: number): boolean {
  if (!isService(message) || message.pinned_message) return true;
  return message.new_chat_members?.some(({ id }) => id === me) ?? false;
}
