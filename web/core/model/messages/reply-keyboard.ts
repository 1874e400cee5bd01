/** The active reply keyboard: that of the newest message with a keyboard instruction. */
import type { Message, ReplyKeyboardMarkup, User } from "@heliogram/shared/wire.ts";
import { textOf } from "./content.ts";

export interface ActiveKeyboard {
  readonly message_id: number;
  readonly markup: ReplyKeyboardMarkup;
}

/** `last` is the newest message with a keyboard instruction. */
export function activeKeyboard(last: Message | undefined): ActiveKeyboard | undefined {
  const markup = last?.reply_markup;
  return last && markup && "keyboard" in markup ? { message_id: last.message_id, markup } : undefined;
}

/** The placeholder of the text field; one of a forced reply ends with the person's next message. */
export function activePlaceholder(
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

/** @returns a function that finds the newest message with a keyboard instruction, and examines only new messages */
export function incrementalKeyboardSource(): (messages: readonly Message[], me: User) => Message | undefined {
  let seen: readonly Message[] = [];
  let reader: number | undefined;
  let last = -1;
  return (messages, me) => {
    if (messages === seen && me.id === reader) return seen[last];
    const same = me.id === reader ? commonStart(seen, messages) : 0;
    const says = ({ reply_markup }: Message) => reply_markup !== undefined && !("inline_keyboard" in reply_markup);
    // Among the unchanged messages, none is newer than the last one found.
    const from = last < same ? same : 0;
    let at = messages.length - 1;
    while (at >= from && !(says(messages[at]!) && isAddressedTo(messages[at]!, me))) at--;
    if (at >= from || last >= same) last = at >= from ? at : -1;
    seen = messages;
    reader = me.id;
    return seen[last];
  };
}

/** The length of the common prefix of two lists. */
function commonStart(one: readonly unknown[], other: readonly unknown[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count++;
  return count;
}

/** A selective keyboard is for the users that the message mentions or replies to. */
export function isAddressedTo(message: Message, me: User): boolean {
  const { reply_markup, reply_to_message } = message;
  if (!reply_markup || !("selective" in reply_markup) || reply_markup.selective !== true) return true;
  if (reply_to_message?.from?.id === me.id || message.chat.type === "private") return true;
  const { text, entities } = textOf(message);
  return entities.some(({ type, offset, length, user }) => {
    if (type === "text_mention") return user?.id === me.id;
    const name = text.slice(offset + 1, offset + length).toLowerCase();
    return type === "mention" && name === me.username?.toLowerCase();
  });
}
