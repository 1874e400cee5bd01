/** A message as it is searched for: its texts, who said it, and of which kinds it is. */
import type { FileKind } from "../media.ts";
import { contentKind, type Content, type Message } from "../messages.ts";
import { addIndexWords, type Clause } from "./query.ts";

/** To be raised whenever other words come of the same message: the index is built anew then. */
export const INDEX_VERSION = 1;

export const SEARCH_KINDS = [
  "photo",
  "video",
  "animation",
  "audio",
  "voice",
  "video_note",
  "document",
  "link",
  "location",
  "contact",
] as const satisfies readonly (FileKind | "link" | "location" | "contact")[];

export type SearchKind = (typeof SEARCH_KINDS)[number];

/** What is searched of a message. */
export type Searchable = Pick<Message, "chat_id" | "sender_id" | "sender_chat_id" | "text" | "content">;

/** What a message says: first its text or caption, then what else of it people read. */
export function textsOf({ text, content }: Searchable): string[] {
  const { media, venue, contact } = content;
  const others: (string | undefined)[] = [];
  if (media && media.kind !== "photo") others.push(media.file_name, media.title, media.performer);
  if (venue) others.push(venue.title, venue.address);
  if (contact) others.push(contact.first_name, contact.last_name, contact.phone_number);
  return [text, ...others.filter((each) => each !== undefined)];
}

/** Who is seen to have said it: never the administrator who speaks for a chat. */
export function speakerOf({ sender_id, sender_chat_id }: Searchable): number {
  return sender_chat_id ?? sender_id;
}

export function isOfKind({ content }: Searchable, kind: SearchKind): boolean {
  if (kind === "link") return hasLink(content);
  const own = contentKind(content);
  return own === kind || (own === "venue" && kind === "location");
}

function hasLink({ entities = [] }: Content): boolean {
  return entities.some(({ type }) => type === "url" || type === "text_link");
}

/** All by which the index finds a message. Words of messages have no low line in them. */
export function indexWords(message: Searchable): string {
  const words = new Set<string>();
  for (const text of textsOf(message)) addIndexWords(text, words);
  words.add(chatWord(message.chat_id)).add(speakerClause(speakerOf(message)).word);
  for (const kind of SEARCH_KINDS) if (isOfKind(message, kind)) words.add(kindClause(kind).word);
  return [...words].join(" ");
}

export function chatWord(id: number): string {
  return named("c", id);
}

export function speakerClause(id: number): Clause {
  return { word: named("s", id), isPrefix: false };
}

export function kindClause(kind: SearchKind): Clause {
  return { word: `_k${kind.replace("_", "")}`, isPrefix: false };
}

/** Of letters and digits alone, which is what a word of the index is made of. */
function named(letter: string, id: number): string {
  return `_${letter}${id < 0 ? "n" : ""}${Math.abs(id)}`;
}
