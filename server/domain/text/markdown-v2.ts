/** parse_mode MarkdownV2: nested marks, and characters that must be escaped (behaviour.md §4). */
import { EntityParseError, type EntityMeaning, type EntityType, type MessageEntity, type Parsed } from "./entity.ts";
import { byPlace } from "./entity-nesting.ts";
import { linkTarget, specialTarget } from "./link-target.ts";

const RESERVED = new Set("_*[]()~`>#+-=|{}.!");

/** An open span. Its name is the one that error sentences use. */
type SpanName =
  | "Bold"
  | "Italic"
  | "Underline"
  | "Strikethrough"
  | "Spoiler"
  | "Code"
  | "Pre"
  | "PreCode"
  | "TextUrl"
  | "CustomEmoji"
  | "BlockQuote";

interface Span {
  readonly name: SpanName;
  readonly begin: number;
  readonly offset: number;
  readonly language?: string;
}

const CLOSING: Readonly<Record<SpanName, string>> = {
  Bold: "*",
  Italic: "_",
  Underline: "__",
  Strikethrough: "~",
  Spoiler: "||",
  Code: "`",
  Pre: "```",
  PreCode: "```",
  TextUrl: "]",
  CustomEmoji: "]",
  BlockQuote: "",
};

const TYPES: Readonly<Partial<Record<SpanName, EntityType>>> = {
  Bold: "bold",
  Italic: "italic",
  Underline: "underline",
  Strikethrough: "strikethrough",
  Spoiler: "spoiler",
  Code: "code",
  Pre: "pre",
  PreCode: "pre",
  BlockQuote: "blockquote",
};

const MARK_LENGTH: Readonly<Record<SpanName, number>> = {
  Bold: 1,
  Italic: 1,
  Underline: 2,
  Strikethrough: 1,
  Spoiler: 2,
  Code: 1,
  Pre: 3,
  PreCode: 3,
  TextUrl: 1,
  CustomEmoji: 2,
  BlockQuote: 1,
};

/** Parses a text with MarkdownV2. @throws EntityParseError */
export function parseMarkdownV2(input: string): Parsed {
  return new Reader(input).read();
}

class Reader {
  readonly #input: string;
  #at = 0;
  #text = "";
  readonly #spans: Span[] = [];
  /** Names of open spans that cannot be inside of each other. */
  readonly #around = new Set<SpanName>();
  readonly #entities: MessageEntity[] = [];

  constructor(input: string) {
    this.#input = input;
  }

  read(): Parsed {
    while (this.#at < this.#input.length) this.#step();
    if (this.#spans.at(-1)?.name === "BlockQuote") this.#endQuote(false);
    const left = this.#spans.at(-1);
    if (left) unfinished(left);
    this.#entities.sort(byPlace);
    return { text: this.#text, entities: this.#entities };
  }

  #step(): void {
    const character = this.#input[this.#at]!;
    const next = this.#input.charCodeAt(this.#at + 1);
    if (character === "\\" && isEscapable(next)) {
      this.#text += this.#input[this.#at + 1];
      this.#at += 2;
      return;
    }
    const top = this.#spans.at(-1);
    const verbatim = top?.name === "Code" || top?.name === "Pre" || top?.name === "PreCode";
    if (character === "\n" && !verbatim && this.#inQuote()) return this.#lineOfQuote();
    if (verbatim ? character !== "`" : !RESERVED.has(character)) {
      this.#text += character;
      this.#at += 1;
    } else if (top && this.#closes(top)) this.#close(top);
    else if (this.#closesQuote()) this.#endQuote(true);
    else this.#begin(character);
  }

  #closes(top: Span): boolean {
    const closing = CLOSING[top.name];
    if (closing === "" || !this.#input.startsWith(closing, this.#at)) return false;
    // Two underscores mark an underline and never end italics.
    return top.name !== "Italic" || this.#input[this.#at + 1] !== "_";
  }

  #begin(character: string): void {
    const name = this.#spanName(character);
    if (name === undefined) {
      throw new EntityParseError(`Character '${character}' is reserved and must be escaped with the preceding '\\'`);
    }
    const begin = this.#at;
    if (name === "TextUrl" && this.#around.has("TextUrl")) {
      throw new EntityParseError((byteOffset) => `Link inside of another one at byte offset ${byteOffset(begin)}`);
    }
    this.#at += MARK_LENGTH[name];
    const language = name === "Pre" ? this.#language() : undefined;
    const offset = this.#text.length;
    if (name === "TextUrl" || name === "BlockQuote") this.#around.add(name);
    if (language === undefined) this.#spans.push({ name, begin, offset });
    else this.#spans.push({ name: "PreCode", begin, offset, language });
  }

  #spanName(character: string): SpanName | undefined {
    const double = this.#input[this.#at + 1] === character;
    switch (character) {
      case "_":
        return double ? "Underline" : "Italic";
      case "*":
        return "Bold";
      case "~":
        return "Strikethrough";
      case "|":
        return double ? "Spoiler" : undefined;
      case "[":
        return "TextUrl";
      case "!":
        return this.#input[this.#at + 1] === "[" ? "CustomEmoji" : undefined;
      case "`":
        return this.#input.startsWith("```", this.#at) ? "Pre" : "Code";
      case ">":
        return this.#startsLine() && !this.#inQuote() ? "BlockQuote" : undefined;
      default:
        return undefined;
    }
  }

  /** A word directly after the backquotes is the language, also in a block of one line. */
  #language(): string | undefined {
    const word = /[^ \t\n`]+(?=[ \t\n])/y;
    word.lastIndex = this.#at;
    const language = word.exec(this.#input)?.[0];
    if (language !== undefined) this.#at += language.length;
    if (this.#input[this.#at] === "\n") this.#at += 1;
    return language;
  }

  /** Empty marks may precede the start of a quote: `**>` begins a quote directly after another. */
  #startsLine(): boolean {
    return this.#text === "" || this.#text.endsWith("\n");
  }

  #inQuote(): boolean {
    return this.#around.has("BlockQuote");
  }

  /** The next line continues the quote if it begins with `>`, and ends it otherwise. Marks end with their quote. */
  #lineOfQuote(): void {
    const goesOn = this.#input[this.#at + 1] === ">";
    const top = this.#spans.at(-1)!;
    if (!goesOn && top.name !== "BlockQuote") unfinished(top);
    if (!goesOn) this.#endQuote(false);
    this.#text += "\n";
    this.#at += goesOn ? 2 : 1;
  }

  /** `||` at the end of the last line makes the quote expandable. */
  #closesQuote(): boolean {
    if (this.#spans.at(-1)?.name !== "BlockQuote" || !this.#input.startsWith("||", this.#at)) return false;
    const after = this.#input[this.#at + 2];
    return after === undefined || (after === "\n" && this.#input[this.#at + 3] !== ">");
  }

  #endQuote(expandable: boolean): void {
    const span = this.#spans.pop()!;
    this.#around.delete("BlockQuote");
    if (expandable) this.#at += 2;
    this.#add({ type: expandable ? "expandable_blockquote" : "blockquote" }, span);
  }

  #close(span: Span): void {
    this.#spans.pop();
    this.#around.delete(span.name);
    this.#at += CLOSING[span.name].length;
    if (span.name === "TextUrl" || span.name === "CustomEmoji") return this.#closeLink(span);
    const language = span.language === undefined ? {} : { language: span.language };
    this.#add({ type: TYPES[span.name]!, ...language }, span);
  }

  #closeLink(span: Span): void {
    const hasUrl = this.#input[this.#at] === "(";
    if (span.name === "TextUrl") {
      // Without a URL in parentheses, the text itself is the URL.
      const target = linkTarget(hasUrl ? this.#url() : this.#text.slice(span.offset));
      if (target) this.#add(target, span);
      return;
    }
    if (!hasUrl) throw new EntityParseError("The entity must contain a tg://emoji or tg://time URL");
    const target = specialTarget(this.#url());
    if (!target) throw new EntityParseError("Invalid tg://emoji or tg://time URL specified");
    this.#add(target, span);
  }

  #url(): string {
    const begin = this.#at + 1;
    let url = "";
    for (let i = begin; i < this.#input.length; i++) {
      const character = this.#input[i]!;
      if (character === ")") {
        this.#at = i + 1;
        return url;
      }
      if (character === "\\" && isEscapable(this.#input.charCodeAt(i + 1))) i += 1;
      url += this.#input[i];
    }
    throw new EntityParseError((byteOffset) => `Can't find end of a URL at byte offset ${byteOffset(begin)}`);
  }

  #add(target: EntityMeaning, { offset }: Span): void {
    const length = this.#text.length - offset;
    if (length > 0) this.#entities.push({ ...target, offset, length });
  }
}

/** Whether a backslash before this unit is dropped. */
function isEscapable(unit: number): boolean {
  return unit > 0 && unit < 127;
}

function unfinished({ name, begin }: Span): never {
  throw new EntityParseError((byteOffset) => `Can't find end of ${name} entity at byte offset ${byteOffset(begin)}`);
}
