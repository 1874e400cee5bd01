/** The searchable content of a message: its texts, its sender and its kinds. */
import { FILE_KINDS } from "@heliogram/shared/files.ts";
import { contentKind, filesOf, type Content, type Message } from "../messages.ts";
import { GENERAL_THREAD_ID } from "../topics.ts";
import { indexWordsOf, type Clause } from "./query.ts";

/** Must be raised when the same message gives other index words; the index is then rebuilt. */
export const INDEX_VERSION = 1;

export const SEARCH_KINDS = [...FILE_KINDS, "link", "location", "contact"] as const;

export type SearchKind = (typeof SEARCH_KINDS)[number];

/** The fields of a message that a search uses. */
export type Searchable = Pick<Message, "chat_id" | "sender_id" | "sender_chat_id" | "thread_id" | "text" | "content">;

/** The texts of a message: its text or caption first, then file names, titles and names. */
export function textsOf({ text, content }: Searchable): string[] {
  const { venue, contact } = content;
  const others: (string | undefined)[] = [];
  for (const media of filesOf(content))
    if (media.kind !== "photo") others.push(media.file_name, media.title, media.performer);
  if (venue) others.push(venue.title, venue.address);
  if (contact) others.push(contact.first_name, contact.last_name, contact.phone_number);
  return [text, ...others.filter((each) => each !== undefined)];
}

/** The sender that viewers see: the chat itself where an administrator posted for it. */
export function visibleSenderId({ sender_id, sender_chat_id }: Searchable): number {
  return sender_chat_id ?? sender_id;
}

export function hasKind({ content }: Searchable, kind: SearchKind): boolean {
  return kindsOf(content).includes(kind);
}

function kindsOf(content: Content): SearchKind[] {
  const own = contentKind(content);
  const shown = own === "venue" ? "location" : own;
  const kinds = SEARCH_KINDS.filter((kind) => kind === shown || content.rich_files?.some((file) => file.kind === kind));
  return hasLink(content) ? [...kinds, "link"] : kinds;
}

function hasLink({ entities = [] }: Content): boolean {
  return entities.some(({ type }) => type === "url" || type === "text_link");
}

/**
 * All index words of a message; a word may be there twice. Words of texts never contain an underscore, so they cannot
 * equal a word for an id.
 */
export function indexWords(message: Searchable): string {
  let words = `${chatWord(message.chat_id)} ${senderClause(visibleSenderId(message)).word}`;
  for (const text of textsOf(message)) for (const word of indexWordsOf(text)) words += ` ${word}`;
  if (hasOwnWord(message.thread_id)) words += ` ${threadClause(message.thread_id).word}`;
  for (const kind of kindsOf(message.content)) words += ` ${kindClause(kind).word}`;
  return words;
}

export function chatWord(id: number): string {
  return idWord("c", id);
}

export function senderClause(id: number): Clause {
  return { word: idWord("s", id), isPrefix: false };
}

/** Whether messages of the topic have a word for it. General has messages of which some are in no topic. */
export function hasOwnWord(thread_id: number | null | undefined): thread_id is number {
  return thread_id !== undefined && thread_id !== null && thread_id !== GENERAL_THREAD_ID;
}

export function threadClause(id: number): Clause {
  return { word: idWord("t", id), isPrefix: false };
}

export function kindClause(kind: SearchKind): Clause {
  return { word: `_k${kind.replace("_", "")}`, isPrefix: false };
}

/**
 * An index word for an id. It has an underscore, letters and digits only, so the tokenizer of the index keeps it
 * whole.
 */
function idWord(letter: string, id: number): string {
  return `_${letter}${id < 0 ? "n" : ""}${Math.abs(id)}`;
}
