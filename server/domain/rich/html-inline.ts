/** Turns the inline elements of Rich HTML into formatted texts, as `RichTextReader` takes them. */
import type { RichFormat } from "@heliogram/shared/rich.ts";
import { EntityParseError, type EntityMeaning } from "../text/entity.ts";
import { linkTarget, specialTarget } from "../text/link-target.ts";
import type { HtmlElement, HtmlNode } from "./html-tree.ts";
import { buttonOf } from "./html-button.ts";
import { isFileLink } from "./media-list.ts";
import { refuseRich } from "./rich-error.ts";

export type Part = string | Readonly<Record<string, unknown>>;

const FORMAT_OF: ReadonlyMap<string, RichFormat> = new Map([
  ["b", "bold"],
  ["strong", "bold"],
  ["i", "italic"],
  ["em", "italic"],
  ["u", "underline"],
  ["ins", "underline"],
  ["s", "strikethrough"],
  ["strike", "strikethrough"],
  ["del", "strikethrough"],
  ["tg-spoiler", "spoiler"],
  ["sub", "subscript"],
  ["sup", "superscript"],
  ["mark", "marked"],
  ["code", "code"],
]);
const SPACES = /[ \t\n\r\f]+/g;

const MEDIA: ReadonlySet<string> = new Set(["img", "video", "audio", "tg-document"]);
const OTHERS: ReadonlySet<string> = new Set(
  "span a br cite input tg-reference tg-math tg-emoji tg-time tg-button".split(" "),
);

/** Whether an element is a part of a text in Telegram's Rich HTML. */
export function isKnownInline(name: string): boolean {
  return FORMAT_OF.has(name) || OTHERS.has(name) || MEDIA.has(name);
}

/** Whether an element stands for a file of the message. */
export function isFileElement({ name, attributes }: HtmlElement): boolean {
  return MEDIA.has(name) && isFileLink(attributes["src"]);
}

/** Whether an element shows media, which become a link. */
export function isMedia(name: string, { src = "" }: HtmlElement["attributes"]): boolean {
  return MEDIA.has(name) && !/^(?:tg|heliogram):/i.test(src);
}

/** The parts of a text. `references` are the names of referenced texts. @throws RichError */
export function inlineOf(nodes: readonly HtmlNode[], references: ReadonlySet<string>): Part[] {
  return nodes.flatMap((node): Part[] => {
    if (typeof node === "string") return [node.replaceAll(SPACES, " ")];
    return elementOf(node, () => inlineOf(node.children, references), references);
  });
}

function elementOf(element: HtmlElement, content: () => Part[], references: ReadonlySet<string>): Part[] {
  const { name, attributes } = element;
  const format = FORMAT_OF.get(name);
  if (format) return [{ type: format, text: content() }];
  switch (name) {
    case "span":
      return attributes["class"] === "tg-spoiler" ? [{ type: "spoiler", text: content() }] : content();
    case "a":
      return linkOf(attributes, content(), references);
    case "br":
      return ["\n"];
    case "tg-reference":
      return [{ type: "reference", text: content(), name: attributes["name"] ?? "" }];
    case "tg-math":
      return formulaOf(element);
    case "tg-emoji":
      return specialOf(`tg://emoji?id=${attributes["emoji-id"] ?? ""}`, content());
    case "tg-time":
      return specialOf(`tg://time?unix=${attributes["unix"] ?? ""}&format=${attributes["format"] ?? ""}`, content());
    case "img":
    case "video":
    case "audio":
    case "tg-document":
      return mediaOf(attributes, content());
    case "tg-button":
      return [{ type: "button", button: buttonOf(element, trimmedParts(content())) }];
    case "input":
      return [];
    default:
      return content();
  }
}

function linkOf({ href, name }: HtmlElement["attributes"], text: Part[], references: ReadonlySet<string>): Part[] {
  const anchor: Part[] = name ? [{ type: "anchor", name }] : [];
  if (!href) return [...anchor, ...text];
  if (href.startsWith("#")) {
    const target = href.slice(1);
    return references.has(target)
      ? [...anchor, { type: "reference_link", text, reference_name: target }]
      : [...anchor, { type: "anchor_link", text, anchor_name: target }];
  }
  const address = /^mailto:([^?]+)$/i.exec(href)?.[1];
  if (address) return [...anchor, { type: "email_address", text, email_address: address }];
  const phone = /^tel:(\S+)$/i.exec(href)?.[1];
  if (phone) return [...anchor, { type: "phone_number", text, phone_number: phone }];
  return [...anchor, { type: "url", text, url: href }];
}

/** Media can be shown by a link alone: the service does not fetch them (behaviour.md §4). */
function mediaOf({ src = "", alt, title }: HtmlElement["attributes"], content: Part[]): Part[] {
  if (/^(?:tg|heliogram):/i.test(src)) {
    const special = specialOf(src, alt ? [alt] : content);
    return special.length > 0 ? special : refuseRich("media can be specified only as a separate block");
  }
  const shown = alt || title || src;
  return linkTarget(src) ? [{ type: "url", text: shown, url: src }] : [shown];
}

function formulaOf({ children }: HtmlElement): Part[] {
  const expression = children
    .map((child) => (typeof child === "string" ? child : ""))
    .join("")
    .trim();
  return expression === "" ? [] : [{ type: "mathematical_expression", expression }];
}

/** A custom emoji or a time; the text alone if it is none. */
function specialOf(url: string, text: Part[]): Part[] {
  const meaning = meaningOf(url);
  if (meaning?.type === "custom_emoji") {
    const alternative_text = text.filter((part) => typeof part === "string").join("");
    const { type, custom_emoji_id } = meaning;
    return alternative_text === "" ? [] : [{ type, custom_emoji_id, alternative_text }];
  }
  return meaning ? [{ ...meaning, text }] : text;
}

function meaningOf(url: string): EntityMeaning | undefined {
  try {
    return specialTarget(url);
  } catch (error) {
    if (error instanceof EntityParseError) return refuseRich("invalid date format used");
    throw error;
  }
}

/**
 * The parts without white space at the ends of their lines: of neighbouring spaces, the first one stays, as HTML shows
 * them.
 */
export function trimmedParts(parts: readonly Part[]): Part[] {
  const spaces = new Spaces();
  return withoutEnd(spaces.trim(parts));
}

class Spaces {
  /** Whether a space would be the first on its line, or follow another one. */
  #isAfterSpace = true;

  trim(parts: readonly Part[]): Part[] {
    const kept: Part[] = [];
    for (const part of parts) {
      if (typeof part === "string") {
        const text = this.#string(part);
        if (text !== "") kept.push(text);
      } else if (Array.isArray(part["text"])) kept.push({ ...part, text: this.trim(part["text"] as Part[]) });
      else {
        kept.push(part);
        if (part["type"] !== "anchor") this.#isAfterSpace = false;
      }
    }
    return kept;
  }

  #string(text: string): string {
    if (text === "\n") {
      this.#isAfterSpace = true;
      return text;
    }
    const kept = this.#isAfterSpace && text.startsWith(" ") ? text.slice(1) : text;
    if (kept !== "") this.#isAfterSpace = kept.endsWith(" ");
    return kept;
  }
}

/** The parts without white space at the end of the text. */
function withoutEnd(parts: readonly Part[]): Part[] {
  const kept = [...parts];
  for (let last = kept.at(-1); last !== undefined; last = kept.at(-1)) {
    if (typeof last === "string") {
      const text = last.trimEnd();
      if (text === "") {
        kept.pop();
        continue;
      }
      kept[kept.length - 1] = text;
    } else if (Array.isArray(last["text"])) {
      const text = withoutEnd(last["text"] as Part[]);
      if (text.length === 0) {
        kept.pop();
        continue;
      }
      kept[kept.length - 1] = { ...last, text };
    }
    break;
  }
  return kept;
}
