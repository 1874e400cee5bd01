/** parse_mode HTML (behaviour.md §4). */
import { dateTime } from "./date-time.ts";
import { EntityParseError, type EntityMeaning, type EntityType, type MessageEntity, type Parsed } from "./entity.ts";
import { linkTarget } from "./link-target.ts";
import { notPortable } from "./portable.ts";

const SIMPLE: Readonly<Record<string, EntityType>> = {
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  u: "underline",
  ins: "underline",
  s: "strikethrough",
  strike: "strikethrough",
  del: "strikethrough",
  "tg-spoiler": "spoiler",
  code: "code",
  pre: "pre",
};
const TAGS = new Set([...Object.keys(SIMPLE), "a", "span", "blockquote", "tg-emoji", "tg-time"]);
/** Tags that cannot be inside of another one of the same name. */
const NOT_NESTED = new Set(["a", "blockquote"]);
const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };
const LANGUAGE_CLASS = "language-";

interface OpenTag {
  readonly name: string;
  readonly offset: number;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Parses a text with HTML. @throws EntityParseError */
export function parseHtml(input: string): Parsed {
  const reader = new HtmlParser(input);
  return reader.read();
}

class HtmlParser {
  readonly #input: string;
  #at = 0;
  #text = "";
  readonly #open: OpenTag[] = [];
  /** The names in `NOT_NESTED` of open tags. */
  readonly #around = new Set<string>();
  readonly #entities: MessageEntity[] = [];

  constructor(input: string) {
    this.#input = input;
  }

  read(): Parsed {
    const input = this.#input;
    while (this.#at < input.length) {
      const next = nextMark(input, this.#at);
      if (next > this.#at) {
        this.#text += input.slice(this.#at, next);
        this.#at = next;
      } else if (input[next] === "&") this.#text += this.#character();
      else if (input[next + 1] === "/") this.#endTag();
      else this.#startTag();
    }
    const left = this.#open.at(-1);
    if (left) throw new EntityParseError(`Can't find end tag corresponding to start tag "${left.name}"`);
    return { text: this.#text, entities: this.#entities.map(withoutLanguageOfCode) };
  }

  /** Parses a character reference; an ampersand without one is returned as it is. */
  #character(): string {
    const reference = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|amp|quot));?/iy;
    reference.lastIndex = this.#at;
    const found = reference.exec(this.#input);
    const code = found && (found[1] ? Number(found[1]) : found[2] ? Number.parseInt(found[2], 16) : undefined);
    if (!found || code === 0 || (code ?? 1) > MAX_CHARACTER) {
      this.#at += 1;
      return "&";
    }
    this.#at = reference.lastIndex;
    return typeof code === "number" ? characterOf(code) : NAMED[found[3]!.toLowerCase()]!;
  }

  #startTag(): void {
    const begin = this.#at;
    this.#at += 1;
    const name = this.#match(/[^ \t\n>]*/y).toLowerCase();
    if (this.#isAtEnd()) this.#fault("Unclosed start tag", begin);
    if (!TAGS.has(name)) this.#fault(`Unsupported start tag "${name}"`, begin);
    if (this.#around.has(name)) this.#fault(`Tag "${name}" must not be inside of another one`, begin);
    if (NOT_NESTED.has(name)) this.#around.add(name);
    const attributes = this.#attributes(name, begin);
    if (name === "span" && attributes.get("class") !== "tg-spoiler") {
      this.#fault('Tag "span" must have class "tg-spoiler"', begin);
    }
    this.#open.push({ name, offset: this.#text.length, attributes });
  }

  #attributes(tag: string, begin: number): Map<string, string> {
    const attributes = new Map<string, string>();
    for (;;) {
      this.#skipSpace();
      if (this.#input[this.#at] === ">") break;
      const name = this.#match(/[^ \t\n=>/"']+/y);
      if (name === "") this.#fault(`Empty attribute name in the tag "${tag}"`, begin);
      this.#skipSpace();
      if (this.#isAtEnd()) this.#fault(`Unclosed start tag "${tag}"`, begin);
      if (this.#input[this.#at] !== "=") {
        attributes.set(name, "");
        continue;
      }
      this.#at += 1;
      this.#skipSpace();
      if (this.#isAtEnd()) this.#fault(`Unclosed start tag "${tag}"`, begin);
      attributes.set(name, this.#value());
      if (this.#isAtEnd()) this.#fault("Unclosed start tag", begin);
    }
    this.#at += 1;
    return attributes;
  }

  /** Reads a value in quotes, or a name. One without an end ends with the input. */
  #value(): string {
    const begin = this.#at;
    const quote = this.#input[begin]!;
    if (quote !== '"' && quote !== "'") {
      const name = this.#match(/[A-Za-z0-9.-]*/y).toLowerCase();
      const next = this.#input[this.#at];
      if (next !== undefined && !/[ \t\n>]/.test(next)) this.#fault("Unexpected end of name token", begin);
      return name;
    }
    const end = this.#input.indexOf(quote, begin + 1);
    const raw = this.#input.slice(begin + 1, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#input.length : end + 1;
    return raw.replaceAll(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|lt|gt|amp|quot);?/gi, (reference) => {
      const inner = new HtmlParser(reference);
      return inner.#character();
    });
  }

  #endTag(): void {
    const begin = this.#at;
    const tag = this.#open.at(-1);
    if (!tag) return this.#fault("Unexpected end tag", begin);
    this.#at += 2;
    const name = this.#match(/[^ \t\n>]*/y).toLowerCase();
    this.#skipSpace();
    if (this.#input[this.#at] !== ">") this.#fault("Unclosed end tag", begin);
    this.#at += 1;
    if (name !== "" && name !== tag.name) {
      const names = `expected "</${tag.name}>", found "</${name}>"`;
      throw new EntityParseError((byteOffset) => `Unmatched end tag at byte offset ${byteOffset(begin)}, ${names}`);
    }
    this.#open.pop();
    this.#around.delete(tag.name);
    this.#close(tag);
  }

  #close(tag: OpenTag): void {
    const { offset } = tag;
    const length = this.#text.length - offset;
    if (length === 0) return;
    const target = this.#target(tag, this.#text.slice(offset));
    if (!target) return;
    const inner = this.#entities.at(-1);
    const isSameRange = inner?.offset === offset && inner.length === length;
    // The language is an attribute of the `code` element, which is inside or around the `pre` element.
    if (isSameRange && target.type === "pre" && inner.type === "code" && inner.language !== undefined) {
      this.#entities[this.#entities.length - 1] = { ...inner, type: "pre" };
    } else if (isSameRange && inner.type === "pre" && target.type === "code" && target.language !== undefined) {
      this.#entities[this.#entities.length - 1] = { ...inner, language: target.language };
    } else this.#entities.push({ ...target, offset, length });
  }

  #target({ name, attributes }: OpenTag, content: string): EntityMeaning | undefined {
    switch (name) {
      case "a":
        return linkTarget(attributes.get("href") || content);
      case "span":
        return { type: "spoiler" };
      case "blockquote":
        return { type: attributes.has("expandable") ? "expandable_blockquote" : "blockquote" };
      case "tg-emoji":
        return customEmoji(attributes.get("emoji-id") ?? "");
      case "tg-time":
        return dateTime(Number.parseInt(attributes.get("unix") ?? "", 10), attributes.get("format"));
      case "code":
        return { type: "code", ...languageOf(attributes.get("class") ?? "") };
      default:
        return { type: SIMPLE[name]! };
    }
  }

  #isAtEnd(): boolean {
    return this.#at >= this.#input.length;
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#input)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #skipSpace(): void {
    this.#match(/[ \t\n]*/y);
  }

  #fault(sentence: string, at: number): never {
    throw new EntityParseError((byteOffset) => `${sentence} at byte offset ${byteOffset(at)}`);
  }
}

/** The language matters only if the code becomes a block. */
function withoutLanguageOfCode(entity: MessageEntity): MessageEntity {
  if (entity.type !== "code" || entity.language === undefined) return entity;
  const { language: _language, ...rest } = entity;
  return rest;
}

function languageOf(class_: string): { readonly language?: string } {
  const isLanguage = class_.startsWith(LANGUAGE_CLASS) && class_.length > LANGUAGE_CLASS.length;
  return isLanguage ? { language: class_.slice(LANGUAGE_CLASS.length) } : {};
}

function customEmoji(id: string): EntityMeaning {
  if (!/^\d{1,20}$/.test(id) || /^0+$/.test(id))
    throw new EntityParseError("Invalid custom emoji identifier specified");
  return { type: "custom_emoji", custom_emoji_id: id };
}

/** The next `<` or `&`, or the end. */
function nextMark(input: string, from: number): number {
  for (let i = from; i < input.length; i++) {
    const code = input.charCodeAt(i);
    if (code === 0x3c || code === 0x26) return i;
  }
  return input.length;
}

/** Control characters and separators, which no message has. */
// oxlint-disable-next-line no-control-regex -- the pattern is meant to match control characters
const NO_TEXT = /[\u0000-\u0008\u000b-\u001f\u007f\u2028\u2029]/;
/** The last code that a reference may have; one beyond it is text. */
const MAX_CHARACTER = 0x10ffff;

/** The character of a reference, cleaned as the text around it is. @throws EntityParseError */
function characterOf(code: number): string {
  const character = String.fromCodePoint(code);
  if (notPortable(character) !== undefined) {
    throw new EntityParseError(
      "Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units",
    );
  }
  return NO_TEXT.test(character) ? " " : character;
}
