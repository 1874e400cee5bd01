/** Links and e-mail addresses in plain text. */
import { LinkifyIt } from "linkify-it";
import type { MessageEntity } from "./entity.ts";

const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true });

/** What a person would click: http(s) addresses, names of hosts, and e-mail addresses. */
export function findLinks(text: string): MessageEntity[] {
  const matches = linkify.match(text) ?? [];
  return matches.map((match) => ({
    type: match.schema === "mailto:" ? "email" : "url",
    offset: match.index,
    length: match.lastIndex - match.index,
  }));
}
