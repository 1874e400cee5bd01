/** What is unread of a chat as this screen knows it, which is ahead of the service: what was just read here it has not heard yet. */
import type { UnreadCount } from "@heliogram/shared/frames.ts";
import type { Message } from "@heliogram/shared/wire.ts";
import type { History } from "./history.ts";
import { isOwn } from "./may.ts";

/** The service counts no further. */
const MOST_COUNTED = 1000;

export interface Counted extends UnreadCount {
  readonly unread_mentions: number;
}

export interface Seen {
  /** How far the person has read here, whether or not the service has heard of it. */
  readonly read_up_to: number;
  readonly last_message: Message | undefined;
  readonly history: History | undefined;
  readonly me: number | undefined;
  /** Whether the newest messages are in sight, and followed. */
  readonly isAtEnd: boolean;
}

/** What to show of what the service has told. */
export function unreadNow(told: Counted, seen: Seen): Pick<Counted, "unread_count" | "unread_mentions"> {
  const { read_up_to, last_message } = seen;
  if (seen.isAtEnd || (last_message && last_message.message_id <= read_up_to)) {
    return { unread_count: 0, unread_mentions: 0 };
  }
  const { unread_count, unread_after, unread_mentions } = told;
  return { unread_count: read_up_to > unread_after ? withoutRead(told, seen) : unread_count, unread_mentions };
}

/** The service has not heard how far the person has read: what is held says how many messages that makes. */
function withoutRead({ unread_count, unread_after }: Counted, seen: Seen): number {
  const { history, read_up_to, me } = seen;
  const first = history?.messages[0]?.message_id;
  if (!history || first === undefined) return unread_count;
  const countOthers = (from: number, to: number) => {
    let count = 0;
    // What is unread is at the end, however much is held before it.
    for (let at = history.messages.length - 1; at >= 0 && history.messages[at]!.message_id > from; at--) {
      if (history.messages[at]!.message_id <= to && !isOwn(history.messages[at]!, me)) count++;
    }
    return count;
  };
  if (history.reachesEnd && (history.reachesStart || first <= read_up_to + 1)) return countOthers(read_up_to, Infinity);
  // Of what is counted no further, the rest is not known.
  const isKnown = unread_count < MOST_COUNTED && (history.reachesStart || first <= unread_after + 1);
  return isKnown ? Math.max(0, unread_count - countOthers(unread_after, read_up_to)) : unread_count;
}
