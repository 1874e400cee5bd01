/** Detects links and e-mail addresses in plain text. */
import { LinkifyIt } from "linkify-it";
import type { MessageEntity } from "./entity.ts";

/** Scheme-relative URLs (`//host`) are not detected: nobody writes them, and finding them takes quadratic time. */
const linkify = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: true }).add("//", null);

/** Finds http(s) URLs, host names and e-mail addresses. */
export function findLinks(text: string): MessageEntity[] {
  const matches = linkify.match(text) ?? [];
  return matches.map(({ schema, index, lastIndex, raw }) => {
    if (schema !== "mailto:") return { type: "url", offset: index, length: lastIndex - index };
    // The entity of a `mailto:` link covers the e-mail address only.
    const offset = /^mailto:/i.test(raw) ? index + "mailto:".length : index;
    return { type: "email", offset, length: lastIndex - offset };
  });
}
