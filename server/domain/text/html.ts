/** parse_mode HTML (behaviour.md §4). */
import { byteOffset, EntityParseError, type EntityType, type MessageEntity, type Parsed } from "./entity.ts";
import { linkTarget } from "./link-target.ts";

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
const TAGS = new Set([...Object.keys(SIMPLE), "a", "span", "blockquote", "tg-emoji"]);
const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };

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
    return { text: this.#text, entities: this.#entities };
  }

  /** Parses a character reference; an ampersand without one is returned as it is. */
  #character(): string {
    const reference = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|amp|quot));?/iy;
    reference.lastIndex = this.#at;
    const found = reference.exec(this.#input);
    const code = found && (found[1] ? Number(found[1]) : found[2] ? Number.parseInt(found[2], 16) : undefined);
    const usable = found && (code === undefined || code === null || isCharacter(code));
    if (!found || !usable) {
      this.#at += 1;
      return "&";
    }
    this.#at = reference.lastIndex;
    return typeof code === "number" ? String.fromCodePoint(code) : NAMED[found[3]!.toLowerCase()]!;
  }

  #startTag(): void {
    const begin = this.#at;
    const name = this.#word(begin + 1);
    this.#at = begin + 1 + name.length;
    if (this.#at >= this.#input.length) this.#fault("Unclosed start tag", begin);
    if (!TAGS.has(name)) this.#fault(`Unsupported start tag "${name}"`, begin);
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
      if (this.#at >= this.#input.length) this.#fault("Unclosed start tag", begin);
      if (this.#input[this.#at] === ">") break;
      if (this.#input.startsWith("/>", this.#at)) {
        this.#at += 1;
        break;
      }
      const name = this.#match(/[^\s=>/"']+/y);
      if (name === "") this.#fault(`Empty attribute name in the tag "${tag}"`, begin);
      this.#skipSpace();
      if (this.#input[this.#at] !== "=") {
        attributes.set(name.toLowerCase(), "");
        continue;
      }
      this.#at += 1;
      this.#skipSpace();
      attributes.set(name.toLowerCase(), this.#value(begin));
    }
    this.#at += 1;
    return attributes;
  }

  #value(begin: number): string {
    const quote = this.#input[this.#at];
    let raw: string;
    if (quote === '"' || quote === "'") {
      const end = this.#input.indexOf(quote, this.#at + 1);
      if (end < 0) this.#fault("Unclosed start tag", begin);
      raw = this.#input.slice(this.#at + 1, end);
      this.#at = end + 1;
    } else raw = this.#match(/[^\s>]*/y);
    return raw.replaceAll(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|lt|gt|amp|quot);?/gi, (reference) => {
      const inner = new HtmlParser(reference);
      return inner.#character();
    });
  }

  #endTag(): void {
    const begin = this.#at;
    const name = this.#word(begin + 2);
    this.#at = begin + 2 + name.length;
    this.#skipSpace();
    if (this.#input[this.#at] !== ">") this.#fault("Unclosed end tag", begin);
    this.#at += 1;
    const tag = this.#open.pop();
    if (!tag) return this.#fault("Unexpected end tag", begin);
    if (name !== "" && name !== tag.name) {
      const at = byteOffset(this.#input, begin);
      throw new EntityParseError(
        `Unmatched end tag at byte offset ${at}, expected "</${tag.name}>", found "</${name}>"`,
      );
    }
    this.#close(tag);
  }

  #close(tag: OpenTag): void {
    const { offset } = tag;
    const length = this.#text.length - offset;
    if (length === 0) return;
    if (tag.name === "code" && this.#open.at(-1)?.name === "pre") {
      // The language of a code block is an attribute of the `code` element inside it.
      const language = /^language-(.+)$/.exec(tag.attributes.get("class") ?? "")?.[1];
      if (language !== undefined && this.#open.at(-1)!.offset === offset) {
        this.#entities.push({ type: "pre", offset, length, language });
        return;
      }
    }
    const target = this.#target(tag, this.#text.slice(offset));
    if (!target) return;
    const inner = this.#entities.at(-1);
    // A `pre` that contains only a `code` element becomes one entity, with the language of the `code`.
    if (target.type === "pre" && inner?.offset === offset && inner.length === length) {
      if (inner.type === "pre") return;
      if (inner.type === "code") this.#entities.pop();
    }
    this.#entities.push({ ...target, offset, length });
  }

  #target({ name, attributes }: OpenTag, content: string): Omit<MessageEntity, "offset" | "length"> | undefined {
    switch (name) {
      case "a":
        return linkTarget(attributes.get("href") || content);
      case "span":
        return { type: "spoiler" };
      case "blockquote":
        return { type: attributes.has("expandable") ? "expandable_blockquote" : "blockquote" };
      case "tg-emoji": {
        const id = attributes.get("emoji-id") ?? "";
        return /^\d{1,20}$/.test(id) ? { type: "custom_emoji", custom_emoji_id: id } : undefined;
      }
      default:
        return { type: SIMPLE[name]! };
    }
  }

  #word(from: number): string {
    const word = /[a-z0-9-]*/iy;
    word.lastIndex = from;
    return word.exec(this.#input)![0].toLowerCase();
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#input)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #skipSpace(): void {
    this.#match(/\s*/y);
  }

  #fault(sentence: string, at: number): never {
    throw new EntityParseError(`${sentence} at byte offset ${byteOffset(this.#input, at)}`);
  }
}

/** The next `<` or `&`, or the end. */
function nextMark(input: string, from: number): number {
  for (let i = from; i < input.length; i++) {
    const code = input.charCodeAt(i);
    if (code === 0x3c || code === 0x26) return i;
  }
  return input.length;
}

function isCharacter(code: number): boolean {
  return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}
