/** The reply keyboard that holds at the moment: that of the newest message that says anything about keyboards. */
import type { Message, ReplyKeyboardMarkup, User } from "@heliogram/shared/wire.ts";
import { wordsOf } from "./content.ts";

export interface OfferedKeyboard {
  readonly message_id: number;
  readonly markup: ReplyKeyboardMarkup;
}

export function offeredKeyboard(messages: readonly Message[], me: User): OfferedKeyboard | undefined {
  const last = lastWord(messages, me);
  const markup = last?.reply_markup;
  return last && markup && "keyboard" in markup ? { message_id: last.message_id, markup } : undefined;
}

/** What a bot would have standing in the empty field: with a question of its own, until the person has written. */
export function offeredPlaceholder(messages: readonly Message[], me: User): string | undefined {
  const last = lastWord(messages, me);
  const markup = last?.reply_markup;
  if (!markup || !("input_field_placeholder" in markup)) return undefined;
  const answered = "force_reply" in markup && messages.slice(messages.indexOf(last) + 1).some(isFrom(me));
  return answered ? undefined : markup.input_field_placeholder;
}

const isFrom = (me: User) => (message: Message) => message.from?.id === me.id;

function lastWord(messages: readonly Message[], me: User): Message | undefined {
  return messages.findLast(
    (message) => message.reply_markup && !("inline_keyboard" in message.reply_markup) && isMeantFor(message, me),
  );
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
