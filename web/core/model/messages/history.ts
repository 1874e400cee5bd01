/** The loaded history of a chat: consecutive messages, oldest first. */
import type { Message } from "@heliogram/shared/wire.ts";
import { withKnownChosen } from "./reactions.ts";

export interface History {
  readonly messages: readonly Message[];
  /** Whether the first and the last message of the chat are loaded. */
  readonly reachesStart: boolean;
  readonly reachesEnd: boolean;
}

/** The most loaded messages of a chat; messages far from the reading position are dropped. */
export const MAX_LOADED = 2000;

/** A loaded page, and whether the service has messages beyond its ends. A page may be short without being the last. */
export interface HistoryPage {
  readonly messages: readonly Message[];
  readonly has_older?: boolean;
  readonly has_newer?: boolean;
}

/** The history that a first page makes: the newest messages, or those around one. */
export function historyOf({ messages, has_older = false, has_newer = false }: HistoryPage): History {
  return { messages, reachesStart: !has_older, reachesEnd: !has_newer };
}

/** Whether a loaded history contains the first unread message, or without unread messages, the newest. */
export function canContinueFrom(
  { messages, reachesStart, reachesEnd }: History,
  unread_after: number | undefined,
): boolean {
  if (unread_after === undefined) return reachesEnd;
  const [first, last] = [messages[0]?.message_id ?? Infinity, messages.at(-1)?.message_id ?? 0];
  return (reachesStart || first <= unread_after) && (reachesEnd || last > unread_after);
}

/** Whether a loaded history contains a message, or the neighbours of one that was deleted. */
export function contains({ messages, reachesStart, reachesEnd }: History, message_id: number): boolean {
  const [first, last] = [messages[0]?.message_id ?? Infinity, messages.at(-1)?.message_id ?? 0];
  return (reachesStart || first <= message_id) && (reachesEnd || last >= message_id);
}

/** The first loaded message at or after a time in seconds, if no earlier one can be. */
export function firstSince({ messages, reachesStart }: History, since_s: number): Message | undefined {
  const at = messages.findIndex(({ date }) => date >= since_s);
  return at > 0 || reachesStart ? messages[at] : undefined;
}

export function withOlder(history: History, page: HistoryPage): History {
  const first = history.messages[0]?.message_id ?? Number.POSITIVE_INFINITY;
  const older = page.messages.filter((message) => message.message_id < first);
  const messages = [...older, ...history.messages];
  const kept = messages.slice(0, MAX_LOADED);
  return {
    messages: kept,
    reachesStart: !page.has_older,
    reachesEnd: history.reachesEnd && kept.length === messages.length,
  };
}

export function withNewer(history: History, page: HistoryPage): History {
  const last = history.messages.at(-1)?.message_id ?? 0;
  const messages = [...history.messages, ...page.messages.filter((message) => message.message_id > last)];
  const kept = messages.slice(-MAX_LOADED);
  return {
    messages: kept,
    reachesStart: history.reachesStart && kept.length === messages.length,
    reachesEnd: !page.has_newer,
  };
}

/**
 * Adds a new message or replaces a loaded one. A message beyond a gap is ignored. In a full history, the older half is
 * dropped if the end is followed; otherwise the new message is ignored, because the person may be reading there.
 */
export function withMessage(history: History, message: Message, isFollowed: boolean): History {
  const { messages } = history;
  const at = indexOf(messages, message.message_id);
  const known = messages[at];
  if (known?.message_id === message.message_id) {
    const updated = messages.with(at, withKnownChosen(message, known));
    return { ...history, messages: updated.map((each) => withUpdatedReply(each, message)) };
  }
  if (at === messages.length ? !history.reachesEnd : at === 0 && !history.reachesStart) return history;
  if (at < messages.length || messages.length < MAX_LOADED) {
    return { ...history, messages: messages.toSpliced(at, 0, message) };
  }
  if (!isFollowed) return { ...history, reachesEnd: false };
  return { ...history, messages: [...messages.slice(-MAX_LOADED / 2), message], reachesStart: false };
}

export function withoutMessage(history: History, message_id: number): History {
  const at = indexOf(history.messages, message_id);
  if (history.messages[at]?.message_id !== message_id) return history;
  return { ...history, messages: history.messages.toSpliced(at, 1) };
}

/** Changes a loaded message. */
export function withChangedMessage(
  history: History,
  message_id: number,
  change: (message: Message) => Message,
): History {
  const at = indexOf(history.messages, message_id);
  const message = history.messages[at];
  return message?.message_id === message_id
    ? { ...history, messages: history.messages.with(at, change(message)) }
    : history;
}

/** Updates the replied message in a reply. */
function withUpdatedReply(message: Message, edited: Message): Message {
  if (message.reply_to_message?.message_id !== edited.message_id) return message;
  const { reply_to_message: _, ...quoted } = edited;
  return { ...message, reply_to_message: quoted };
}

/** The index of a message, or where it would be inserted. */
function indexOf(messages: readonly Message[], message_id: number): number {
  let low = 0;
  let high = messages.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (messages[middle]!.message_id < message_id) low = middle + 1;
    else high = middle;
  }
  return low;
}
