/** What of the chats is kept on the machine, to be shown while the service cannot be reached: the list, and what was read last. */
import type { Message } from "@heliogram/shared/wire.ts";
import { chatsInOrder } from "./chat-order.ts";
import type { History } from "./history.ts";

/** Chats of the list; more are not looked through without a network. */
export const MAX_CHATS = 200;
/** Chats whose newest messages are kept, and how many of each: a few megabytes at the most. */
export const MAX_HISTORIES = 30;
export const MAX_MESSAGES = 50;
/** Older than this it is shown to nobody, and goes. */
export const MAX_AGE_MS = 30 * 24 * 3600 * 1000;

/** Another form of what is kept has another number: what an older client kept is passed over. */
const VERSION = 1;

interface Row {
  readonly chat: Message["chat"];
  readonly last_message?: Message;
}

export interface Shown<R extends Row, M> {
  readonly me: M;
  readonly chats: Readonly<Record<number, R>>;
  readonly pinned_chats: readonly number[];
  readonly histories: Readonly<Record<number, History>>;
}

export interface Kept<R extends Row, M> extends Shown<R, M> {
  readonly version: number;
  readonly at_ms: number;
  /** Chats with messages of which a part was not kept. */
  readonly incomplete: readonly number[];
}

export function keptOf<R extends Row, M>(shown: Shown<R, M>, at_ms: number): Kept<R, M> {
  const rows = chatsInOrder(shown.chats, shown.pinned_chats).slice(0, MAX_CHATS);
  const chats = rows.map((row) => {
    const { last_message } = row;
    return [row.chat.id, last_message ? { ...row, last_message: withoutSecrets(last_message) } : row] as const;
  });
  const held = rows.flatMap(({ chat: { id } }) => {
    const history = shown.histories[id];
    return history?.reachesEnd ? [[id, history] as const] : [];
  });
  const ends = held.slice(0, MAX_HISTORIES).map(([id, history]) => [id, endOf(history)] as const);
  return {
    version: VERSION,
    at_ms,
    me: shown.me,
    pinned_chats: shown.pinned_chats,
    chats: Object.fromEntries(chats),
    histories: Object.fromEntries(
      ends.map(([id, end]) => [id, { ...end, messages: end.messages.map(withoutSecrets) }]),
    ),
    incomplete: ends
      .filter(([, { messages }]) => messages.some((message) => withoutSecrets(message) !== message))
      .map(([id]) => id),
  };
}

function endOf({ messages, reachesStart }: History): History {
  const end = messages.slice(-MAX_MESSAGES);
  return { messages: end, reachesStart: reachesStart && end.length === messages.length, reachesEnd: true };
}

/** What a button copies may be a token. */
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

/** @returns what was kept, unless it is none, too old or of another form */
export function readKept<R extends Row, M>(value: unknown, now_ms: number): Kept<R, M> | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const kept = value as Kept<R, M>;
  return kept.version === VERSION && now_ms - kept.at_ms < MAX_AGE_MS ? kept : undefined;
}
