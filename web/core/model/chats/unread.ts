/**
 * Unread counts as this screen shows them. They are ahead of the server, which has not yet received the latest reads.
 */
import type { Message, UnreadCount } from "@heliogram/shared/wire.ts";
import type { History } from "../messages/history.ts";
import { isOwn } from "../rights/message-permissions.ts";

/** The server's counts end here. */
export const MAX_COUNTED = 1000;

export interface ServerUnread extends UnreadCount {
  readonly unread_mentions: number;
}

export interface LocalReading {
  /** How far the person has read here, including reads that the server has not received. */
  readonly read_up_to: number;
  readonly last_message: Message | undefined;
  readonly history: History | undefined;
  readonly me: number | undefined;
  /** Whether the newest messages are visible and followed. */
  readonly isFollowed: boolean;
}

/** The unread count to show, from the server's count and the local reads. */
export function unreadNow(
  server: ServerUnread,
  local: LocalReading,
): Pick<ServerUnread, "unread_count" | "unread_mentions"> {
  const { read_up_to, last_message } = local;
  if (local.isFollowed || (last_message && last_message.message_id <= read_up_to)) {
    return { unread_count: 0, unread_mentions: 0 };
  }
  const { unread_count, unread_after, unread_mentions } = server;
  return {
    unread_count: read_up_to > unread_after ? subtractLocalReads(server, local) : unread_count,
    unread_mentions,
  };
}

/** Subtracts the messages that were read here and not reported yet, if they are loaded. */
function subtractLocalReads({ unread_count, unread_after }: ServerUnread, local: LocalReading): number {
  const { history, read_up_to, me } = local;
  const first = history?.messages[0]?.message_id;
  if (!history || first === undefined) return unread_count;
  if (history.reachesEnd && (history.reachesStart || first <= read_up_to + 1))
    return countOthers(history, read_up_to, Infinity, me);
  // The server's count is exact only below its limit.
  const isKnown = unread_count < MAX_COUNTED && (history.reachesStart || first <= unread_after + 1);
  return isKnown ? Math.max(0, unread_count - countOthers(history, unread_after, read_up_to, me)) : unread_count;
}

/** The number of loaded messages of others after `from`, up to `to`. */
export function countOthers({ messages }: History, from: number, to: number, me: number | undefined): number {
  let count = 0;
  // Unread messages are at the end, so the search runs backwards.
  for (let at = messages.length - 1; at >= 0 && messages[at]!.message_id > from; at--) {
    if (messages[at]!.message_id <= to && !isOwn(messages[at]!, me)) count++;
  }
  return count;
}
