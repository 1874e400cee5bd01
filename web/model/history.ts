/** The stretch of a chat that the client holds: without gaps, oldest first. */
import type { Message } from "@heliogram/shared/wire.ts";

export interface History {
  readonly messages: readonly Message[];
  /** Whether there is nothing older, and nothing newer, than what is held. */
  readonly reachesStart: boolean;
  readonly reachesEnd: boolean;
}

/** Beyond this, what lies far from where the person reads is let go. */
export const MOST_HELD = 2000;

/** The newest messages. */
export function startedWith(messages: readonly Message[], wanted: number): History {
  return { messages, reachesStart: messages.length < wanted, reachesEnd: true };
}

/** The messages around a place: half of those wanted come before it. */
export function startedAround(messages: readonly Message[], wanted: number, place: number): History {
  const before = messages.filter(({ message_id }) => message_id < place).length;
  const half = Math.floor(wanted / 2);
  return { messages, reachesStart: before < half, reachesEnd: messages.length - before < wanted - half };
}

/** Whether one can read on in a stretch from the message after which all is unread; where nothing is, from the newest. */
export function leadsOn({ messages, reachesStart, reachesEnd }: History, unread_after: number | undefined): boolean {
  if (unread_after === undefined) return reachesEnd;
  const [first, last] = [messages[0]?.message_id ?? Infinity, messages.at(-1)?.message_id ?? 0];
  return (reachesStart || first <= unread_after) && (reachesEnd || last > unread_after);
}

export function withOlder(history: History, page: readonly Message[], wanted: number): History {
  const first = history.messages[0]?.message_id ?? Number.POSITIVE_INFINITY;
  const older = page.filter((message) => message.message_id < first);
  const messages = [...older, ...history.messages];
  const kept = messages.slice(0, MOST_HELD);
  return {
    messages: kept,
    reachesStart: page.length < wanted,
    reachesEnd: history.reachesEnd && kept.length === messages.length,
  };
}

export function withNewer(history: History, page: readonly Message[], wanted: number): History {
  const last = history.messages.at(-1)?.message_id ?? 0;
  const messages = [...history.messages, ...page.filter((message) => message.message_id > last)];
  const kept = messages.slice(-MOST_HELD);
  return {
    messages: kept,
    reachesStart: history.reachesStart && kept.length === messages.length,
    reachesEnd: page.length < wanted,
  };
}

/**
 * A new message, or a new form of one that is held. One beyond a gap is left for later. In a stretch that is full, the older
 * half makes room for those who follow what is new; to others, who may be reading in it, the new is left for later.
 */
export function withMessage(history: History, message: Message, isFollowed: boolean): History {
  const { messages } = history;
  const at = placeOf(messages, message.message_id);
  if (messages[at]?.message_id === message.message_id) {
    return { ...history, messages: messages.with(at, message).map((each) => quoting(each, message)) };
  }
  if (at === messages.length ? !history.reachesEnd : at === 0 && !history.reachesStart) return history;
  if (at < messages.length || messages.length < MOST_HELD) {
    return { ...history, messages: messages.toSpliced(at, 0, message) };
  }
  if (!isFollowed) return { ...history, reachesEnd: false };
  return { ...history, messages: [...messages.slice(-MOST_HELD / 2), message], reachesStart: false };
}

export function withoutMessage(history: History, message_id: number): History {
  const at = placeOf(history.messages, message_id);
  if (history.messages[at]?.message_id !== message_id) return history;
  return { ...history, messages: history.messages.toSpliced(at, 1) };
}

/** A reply shows the message it answers as it is now. */
function quoting(message: Message, edited: Message): Message {
  if (message.reply_to_message?.message_id !== edited.message_id) return message;
  const { reply_to_message: _, ...quoted } = edited;
  return { ...message, reply_to_message: quoted };
}

/** Where a message is, or would be. */
function placeOf(messages: readonly Message[], message_id: number): number {
  let low = 0;
  let high = messages.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (messages[middle]!.message_id < message_id) low = middle + 1;
    else high = middle;
  }
  return low;
}
