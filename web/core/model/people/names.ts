/** Display names of users, bots and chats, and the initials for avatars without a photo. */
import { closeBidi } from "@heliogram/shared/close-bidi.ts";
import type { Chat, Message, User } from "@heliogram/shared/wire.ts";

export { closeBidi as closed };

export function nameOf(user: Pick<User, "first_name" | "last_name">): string {
  const first = closeBidi(user.first_name);
  return user.last_name ? `${first} ${closeBidi(user.last_name)}` : first;
}

export function titleOf(chat: Chat): string {
  return chat.title === undefined
    ? nameOf({ first_name: chat.first_name ?? "", ...(chat.last_name ? chat : {}) })
    : closeBidi(chat.title);
}

/** The displayed sender of a message, which may be a channel or a group. */
export interface ShownSender {
  readonly id: number;
  readonly name: string;
  readonly user: User | undefined;
}

export function senderOf(message: Message): ShownSender {
  if (message.sender_chat) return { id: message.sender_chat.id, name: titleOf(message.sender_chat), user: undefined };
  const { from } = message;
  return { id: from?.id ?? 0, name: from ? nameOf(from) : "", user: from };
}

/** One or two letters: of the first and of the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const named = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return named
    .map((word) => firstLetter(word ?? ""))
    .join("")
    .toUpperCase();
}

/** ASCII characters, and letters of scripts without joined letters. */
const ALONE = String.raw`[[!-~][\p{L}&&[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}]]]`;
/** Such a character followed by another one or by nothing. */
const PLAIN = new RegExp(`^${ALONE}(?=$|${ALONE})`, "v");

/** Created on demand, because it is slow to create and most names do not need it. */
let letters: Intl.Segmenter | undefined;

/** The most marks that are shown on a letter. No language needs more. */
const MAX_MARKS = 3;
const EXCESS_MARKS = new RegExp(String.raw`((?:\p{M}){${MAX_MARKS}})\p{M}+`, "gu");

/** A grapheme may consist of several code points. */
function firstLetter(word: string): string {
  const plain = PLAIN.exec(word);
  if (plain) return plain[0];
  letters ??= new Intl.Segmenter();
  const first = letters.segment(word)[Symbol.iterator]().next();
  return first.done ? "" : first.value.segment.replace(EXCESS_MARKS, "$1");
}

/** The number of colours for names and avatars. */
export const COLOUR_COUNT = 7;

/** The colour is a function of the id, so it is the same for everybody. */
export function colourOf(id: number): number {
  return Math.abs(id) % COLOUR_COUNT;
}
