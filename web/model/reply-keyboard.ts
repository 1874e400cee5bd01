/** The reply keyboard that holds at the moment: that of the newest message that says anything about keyboards. */
import type { Message, ReplyKeyboardMarkup, User } from "@heliogram/shared/wire.ts";
import { wordsOf } from "./content.ts";

export interface OfferedKeyboard {
  readonly message_id: number;
  readonly markup: ReplyKeyboardMarkup;
}

/** `last` is the last word about keyboards. */
export function offeredKeyboard(last: Message | undefined): OfferedKeyboard | undefined {
  const markup = last?.reply_markup;
  return last && markup && "keyboard" in markup ? { message_id: last.message_id, markup } : undefined;
}

/** What a bot would have standing in the empty field: with a question of its own, until the person has written. */
export function offeredPlaceholder(
  last: Message | undefined,
  messages: readonly Message[],
  me: User,
): string | undefined {
  const markup = last?.reply_markup;
  if (!last || !markup || !("input_field_placeholder" in markup)) return undefined;
  const answered = "force_reply" in markup && messages.slice(messages.indexOf(last) + 1).some(isFrom(me));
  return answered ? undefined : markup.input_field_placeholder;
}

const isFrom = (me: User) => (message: Message) => message.from?.id === me.id;

/** @returns what finds the last message that says anything about keyboards, and looks only at those that are new to it */
export function lastWordKeeper(): (messages: readonly Message[], me: User) => Message | undefined {
  let seen: readonly Message[] = [];
  let reader: number | undefined;
  let last = -1;
  return (messages, me) => {
    if (messages === seen && me.id === reader) return seen[last];
    const same = me.id === reader ? commonStart(seen, messages) : 0;
    const says = ({ reply_markup }: Message) => reply_markup !== undefined && !("inline_keyboard" in reply_markup);
    // Of those before, none is later than the last one, if that is still there.
    const from = last < same ? same : 0;
    let at = messages.length - 1;
    while (at >= from && !(says(messages[at]!) && isMeantFor(messages[at]!, me))) at--;
    if (at >= from || last >= same) last = at >= from ? at : -1;
    seen = messages;
    reader = me.id;
    return seen[last];
  };
}

/** How many at the beginning of two lists are the same. */
function commonStart(one: readonly unknown[], other: readonly unknown[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count++;
  return count;
}

/** A selective markup is for those alone whom the message mentions or answers. */
export function isMeantFor(message: Message, me: User): boolean {
  const { reply_markup, reply_to_message } = message;
  if (!reply_markup || !("selective" in reply_markup) || reply_markup.selective !== true) return true;
  if (reply_to_message?.from?.id === me.id || message.chat.type === "private") return true;
  const { text, entities } = wordsOf(message);
  return entities.some(({ type, offset, length, user }) => {
    if (type === "text_mention") return user?.id === me.id;
    const name = text.slice(offset + 1, offset + length).toLowerCase();
    return type === "mention" && name === me.username?.toLowerCase();
  });
}
