/**
 * The offline snapshot: the part of the state that is saved in the browser and shown while the server cannot be
 * reached.
 */
import type { Message } from "@heliogram/shared/wire.ts";
import { chatsInOrder } from "./chat-order.ts";
import type { History } from "../messages/history.ts";

/** The most chats in a snapshot. */
export const MAX_CHATS = 200;
/** The most chats whose newest messages are saved, and the most messages of each: a few megabytes in total. */
export const MAX_HISTORIES = 30;
export const MAX_MESSAGES = 50;
/** An older snapshot is discarded. */
export const MAX_AGE_MS = 30 * 24 * 3600 * 1000;

/** The version of the format; snapshots of other versions are ignored. */
const VERSION = 1;

interface Row {
  readonly chat: Message["chat"];
  readonly last_message?: Message;
}

export interface SnapshotSource<R extends Row, M> {
  readonly me: M;
  readonly chats: Readonly<Record<number, R>>;
  readonly pinned_chats: readonly number[];
  readonly histories: Readonly<Record<number, History>>;
}

export interface OfflineSnapshot<R extends Row, M> extends SnapshotSource<R, M> {
  readonly version: number;
  readonly at_ms: number;
  /** Chats with messages that were saved in part. */
  readonly incomplete: readonly number[];
}

export function takeSnapshot<R extends Row, M>(source: SnapshotSource<R, M>, at_ms: number): OfflineSnapshot<R, M> {
  const rows = chatsInOrder(source.chats, source.pinned_chats).slice(0, MAX_CHATS);
  const chats = rows.map((row) => {
    const { last_message } = row;
    return [row.chat.id, last_message ? { ...row, last_message: withoutSecrets(last_message) } : row] as const;
  });
  const reachingEnd = rows.flatMap(({ chat: { id } }) => {
    const history = source.histories[id];
    return history?.reachesEnd ? [[id, history] as const] : [];
  });
  const ends = reachingEnd.slice(0, MAX_HISTORIES).map(([id, history]) => [id, newestMessages(history)] as const);
  return {
    version: VERSION,
    at_ms,
    me: source.me,
    pinned_chats: source.pinned_chats,
    chats: Object.fromEntries(chats),
    histories: Object.fromEntries(
      ends.map(([id, end]) => [id, { ...end, messages: end.messages.map(withoutSecrets) }]),
    ),
    incomplete: ends
      .filter(([, { messages }]) => messages.some((message) => withoutSecrets(message) !== message))
      .map(([id]) => id),
  };
}

function newestMessages({ messages, reachesStart }: History): History {
  const end = messages.slice(-MAX_MESSAGES);
  return { messages: end, reachesStart: reachesStart && end.length === messages.length, reachesEnd: true };
}

/** The text that a button copies may be a token, so such keyboards are not saved. */
function withoutSecrets(message: Message): Message {
  const { reply_markup, reply_to_message, ...rest } = message;
  const answered = reply_to_message && withoutSecrets(reply_to_message);
  const secret = holdsSecret(message);
  if (!secret && answered === reply_to_message) return message;
  return {
    ...rest,
    ...(secret || !reply_markup ? {} : { reply_markup }),
    ...(answered ? { reply_to_message: answered } : {}),
  };
}

function holdsSecret({ reply_markup }: Message): boolean {
  if (!reply_markup || !("inline_keyboard" in reply_markup)) return false;
  return reply_markup.inline_keyboard.some((row) => row.some((button) => button.copy_text !== undefined));
}

/** @returns the snapshot, or `undefined` if there is none, it is too old or has another version */
export function readSnapshot<R extends Row, M>(value: unknown, now_ms: number): OfflineSnapshot<R, M> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const snapshot = value as OfflineSnapshot<R, M>;
  return snapshot.version === VERSION && now_ms - snapshot.at_ms < MAX_AGE_MS ? snapshot : undefined;
}
