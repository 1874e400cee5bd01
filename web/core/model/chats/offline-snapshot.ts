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
const VERSION = 2;

interface Row {
  readonly chat: Message["chat"];
  readonly last_message?: Message;
}

export interface SnapshotSource<R extends Row, M> {
  readonly me: M;
  readonly chats: Readonly<Record<number, R>>;
  readonly pinned_chats: readonly number[];
  readonly histories: Readonly<Record<number, History>>;
  /** The chats that were opened lately, the latest last. Their messages are saved before those of others. */
  readonly opened_chats: readonly number[];
}

export interface OfflineSnapshot<R extends Row, M> extends SnapshotSource<R, M> {
  readonly version: number;
  readonly at_ms: number;
  /** Chats with messages that were saved in part. */
  readonly incomplete: readonly number[];
}

/** `earlier` is the last snapshot: the messages of lately opened chats that are not loaded now are kept from it. */
export function takeSnapshot<R extends Row, M>(
  source: SnapshotSource<R, M>,
  at_ms: number,
  earlier?: OfflineSnapshot<R, M>,
): OfflineSnapshot<R, M> {
  const opened_chats = openedChats(source, earlier);
  const order = [
    ...opened_chats.toReversed(),
    ...chatsInOrder(source.chats, source.pinned_chats).map(({ chat }) => chat.id),
  ];
  const ids = [...new Set(order)].slice(0, MAX_CHATS);
  const histories = ids
    .flatMap((id) => {
      const history = source.histories[id] ?? keptHistory(source.chats[id]!, earlier);
      return history ? [[id, newestMessages(history)] as const] : [];
    })
    .slice(0, MAX_HISTORIES);
  const isIncomplete = (id: number, { messages }: History) =>
    messages.some((message) => withoutSecrets(message) !== message) ||
    (!(id in source.histories) && earlier?.incomplete.includes(id));
  return {
    version: VERSION,
    at_ms,
    me: source.me,
    pinned_chats: source.pinned_chats,
    opened_chats,
    chats: Object.fromEntries(ids.map((id) => [id, savedRow(source.chats[id]!)])),
    histories: Object.fromEntries(
      histories.map(([id, end]) => [id, { ...end, messages: end.messages.map(withoutSecrets) }]),
    ),
    incomplete: histories.filter(([id, end]) => isIncomplete(id, end)).map(([id]) => id),
  };
}

function savedRow<R extends Row>(row: R): R {
  const { last_message } = row;
  return last_message ? { ...row, last_message: withoutSecrets(last_message) } : row;
}

/** The chats that were opened last, here and before, without those that the person has left. */
function openedChats<R extends Row>(
  { chats, opened_chats }: SnapshotSource<R, unknown>,
  earlier: OfflineSnapshot<R, unknown> | undefined,
): number[] {
  const before = (earlier?.opened_chats ?? []).filter((id) => !opened_chats.includes(id));
  return [...before, ...opened_chats].filter((id) => id in chats).slice(-MAX_HISTORIES);
}

/** Messages that came since the earlier snapshot are missing at the end of its history. */
function keptHistory<R extends Row>(
  { chat, last_message }: R,
  earlier: OfflineSnapshot<R, unknown> | undefined,
): History | undefined {
  const history = earlier?.histories[chat.id];
  if (!history) return undefined;
  const last = history.messages.at(-1)?.message_id ?? 0;
  return { ...history, reachesEnd: history.reachesEnd && last >= (last_message?.message_id ?? 0) };
}

function newestMessages({ messages, reachesStart, reachesEnd }: History): History {
  const end = messages.slice(-MAX_MESSAGES);
  return { messages: end, reachesStart: reachesStart && end.length === messages.length, reachesEnd };
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
