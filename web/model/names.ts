/** What people, bots and chats are called, and the sign that stands for those without a picture. */
import { closed } from "@heliogram/shared/closed.ts";
import type { Chat, Message, User } from "@heliogram/shared/wire.ts";

export { closed };

export function nameOf(user: Pick<User, "first_name" | "last_name">): string {
  const first = closed(user.first_name);
  return user.last_name ? `${first} ${closed(user.last_name)}` : first;
}

export function titleOf(chat: Chat): string {
  return chat.title === undefined
    ? nameOf({ first_name: chat.first_name ?? "", ...(chat.last_name ? chat : {}) })
    : closed(chat.title);
}

/** Who a message is from, as it is shown: a channel or a group may speak for somebody. */
export interface Speaker {
  readonly id: number;
  readonly name: string;
  readonly user: User | undefined;
}

export function speakerOf(message: Message): Speaker {
  if (message.sender_chat) return { id: message.sender_chat.id, name: titleOf(message.sender_chat), user: undefined };
  const { from } = message;
  return { id: from?.id ?? 0, name: from ? nameOf(from) : "", user: from };
}

/** One or two letters: of the first word, and of the last. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const named = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return named
    .map((word) => firstLetter(word ?? ""))
    .join("")
    .toUpperCase();
}

/** Signs of ASCII, and letters of scripts in which letters do not join. */
const ALONE = String.raw`[[!-~][\p{L}&&[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}]]]`;
/** One of these, in front of another or of nothing. */
const PLAIN = new RegExp(`^${ALONE}(?=$|${ALONE})`, "v");

/** It takes longer to make than a whole list to draw; most names do without. */
let letters: Intl.Segmenter | undefined;

/** What a reader sees as one letter may be several code points. */
function firstLetter(word: string): string {
  const plain = PLAIN.exec(word);
  if (plain) return plain[0];
  letters ??= new Intl.Segmenter();
  const first = letters.segment(word)[Symbol.iterator]().next();
  return first.done ? "" : first.value.segment;
}

/** There are this many colours for names and pictures. */
export const COLOURS = 7;

/** The same for everybody, and for good. */
export function colourOf(id: number): number {
  return Math.abs(id) % COLOURS;
}
