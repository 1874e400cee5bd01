/** Links and e-mail addresses in plain text. */
import { LinkifyIt } from "linkify-it";
import type { MessageEntity } from "./entity.ts";

/** Addresses without a scheme (`//host`) are not looked for: nobody writes them, and the search takes a square of time. */
const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true }).add("//", null);

/** What a person would click: http(s) addresses, names of hosts, and e-mail addresses. */
export function findLinks(text: string): MessageEntity[] {
  const matches = linkify.match(text) ?? [];
  return matches.map(({ schema, index, lastIndex, raw }) => {
    if (schema !== "mailto:") return { type: "url", offset: index, length: lastIndex - index };
    // The address is what was found, also where it is written as a link.
    const offset = /^mailto:/i.test(raw) ? index + "mailto:".length : index;
    return { type: "email", offset, length: lastIndex - offset };
  });
}
