/** Finds links, mentions, hashtags and commands in the formatted texts of rich messages. */
import type { RichText, RichTextNode } from "@heliogram/shared/rich.ts";
import { detect } from "@heliogram/shared/text/detect.ts";
import type { DetectedEntity } from "@heliogram/shared/text/detected-entity.ts";
import { linkTarget } from "../text/link-target.ts";
import { textOf } from "./rich-text.ts";

/** Formats, in which something can be found. Everything else leads or stands for something itself. */
const TRANSPARENT: ReadonlySet<string> = new Set([
  "bold",
  "italic",
  "underline",
  "strikethrough",
  "spoiler",
  "subscript",
  "superscript",
  "marked",
  "reference",
]);
/** Stands for what nothing is found in: no entity contains it, or touches a word beside it. */
const OPAQUE = "\u0000";

/** The text, in which what is found has become a part of its own. */
export function withDetected(text: RichText): RichText {
  const found = detect(searchedIn(text));
  if (found.length === 0) return text;
  return new Splitter(found).split(text);
}

function searchedIn(text: RichText): string {
  if (typeof text === "string") return text;
  if (isList(text)) return text.map(searchedIn).join("");
  return "text" in text && TRANSPARENT.has(text.type) ? searchedIn(text.text) : OPAQUE;
}

/** Walks over a text and cuts out of its strings the entities that are wholly within one of them. */
class Splitter {
  readonly #found: readonly DetectedEntity[];
  #next = 0;
  #at = 0;

  constructor(found: readonly DetectedEntity[]) {
    this.#found = found;
  }

  split(text: RichText): RichText {
    if (typeof text === "string") return textOf(this.#parts(text));
    if (isList(text))
      return text.flatMap((each) => (typeof each === "string" ? this.#parts(each) : [this.split(each)]));
    if ("text" in text && TRANSPARENT.has(text.type)) return { ...text, text: this.split(text.text) };
    this.#at += OPAQUE.length;
    return text;
  }

  #parts(text: string): RichText[] {
    const start = this.#at;
    const end = start + text.length;
    const parts: RichText[] = [];
    let done = start;
    for (; this.#next < this.#found.length && this.#found[this.#next]!.offset < end; this.#next += 1) {
      const { type, offset, length } = this.#found[this.#next]!;
      if (offset < start || offset + length > end) continue;
      if (offset > done) parts.push(text.slice(done - start, offset - start));
      parts.push(nodeOf(type, text.slice(offset - start, offset - start + length)));
      done = offset + length;
    }
    if (done < end) parts.push(text.slice(done - start));
    this.#at = end;
    return parts;
  }
}

function nodeOf(type: DetectedEntity["type"], text: string): RichTextNode | string {
  switch (type) {
    case "url": {
      const url = linkTarget(text)?.url;
      return url === undefined ? text : { type, text, url };
    }
    case "email":
      return { type: "email_address", text, email_address: text };
    case "phone_number":
      return { type, text, phone_number: text };
    case "mention":
      return { type, text, username: text.slice(1) };
    case "bot_command":
      return { type, text, bot_command: text };
    case "hashtag":
      return { type, text, hashtag: text.slice(1) };
    case "cashtag":
      return { type, text, cashtag: text.slice(1) };
  }
}

function isList(text: RichText): text is readonly RichText[] {
  return Array.isArray(text);
}
