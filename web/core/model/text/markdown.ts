/**
 * Parses typed Markdown into text and entities, as Telegram's clients do: `**bold**`, `__italic__`, `~~strike~~`,
 * `||spoiler||`, `` `code` ``, code blocks between fences of three backticks, `[text](address)`, and also
 * `<u>underline</u>` and quoted lines beginning with `> `. A mark has effect only at the edge of a word, if its closing
 * mark follows in the same paragraph and no white space is directly inside (`chunks.ts`). A backslash escapes a mark.
 * Everything else stays as it is. Runs in linear time.
 */
import type { MessageEntity, User } from "@heliogram/shared/wire.ts";
import { Chunks, JOINER, MARKS } from "./chunks.ts";
import {
  canOpen,
  canClose,
  canEscape,
  FENCE,
  isQuoteSign,
  linkAt,
  markAt,
  personOf,
  runLength,
  type Mark,
  type StyleMark,
  type StyleSign,
} from "./markdown-marks.ts";
import { safeLink } from "./segments.ts";

/** A text without marks, and the entities that the marks resulted in. */
export interface FormattedText {
  readonly text: string;
  readonly entities: readonly MessageEntity[];
  /** The Markdown for the service, if it has blocks: the text is then sent as a rich message. */
  readonly rich_source?: string;
}

type Format = Pick<MessageEntity, "type"> & Partial<MessageEntity>;

/** An open mark and the index of its piece. */
interface OpenMark {
  readonly sign: StyleSign;
  readonly piece: number;
  /** Whether a joiner is before it, which is the end of the piece before. */
  readonly joined: boolean;
}

/** The characters that may begin a mark. */
const SIGNS = /[*_~|`[<>\\\n]/g;
/** Runs of these are read as a whole: `****` contains no `**`. */
const RUNS = new Set("*_~|`");
const LANGUAGE = /^([\w+#-]{1,32})\n(?=[^])/;
const TYPES = new Map<StyleSign, MessageEntity["type"]>([
  ...MARKS.map(([mark, type]) => [mark[0] as StyleSign, type] as const),
  ["u", "underline"],
]);

export function parseMarkdown(source: string): FormattedText {
  const output = new Output();
  new Parser(source, true, output).parse();
  return output.finish();
}

/** The output in pieces, because whether a mark is plain text is known only later. */
class Output {
  readonly pieces: string[] = [];
  readonly #formats: { readonly format: Format; readonly from: number; readonly to: number }[] = [];

  put(words: string): void {
    this.pieces.push(words);
  }

  /** Formats everything from this piece to the end. */
  format(format: Format, from: number): void {
    this.#formats.push({ format, from, to: this.pieces.length });
  }

  finish(): FormattedText {
    const starts = [0];
    for (const piece of this.pieces) starts.push(starts.at(-1)! + piece.length);
    // Outer entities precede the entities inside them.
    const ordered = this.#formats.sort((a, b) => a.from - b.from || b.to - a.to);
    const entities = ordered.map(({ format, from, to }) => {
      return { ...format, offset: starts[from]!, length: starts[to]! - starts[from]! };
    });
    return { text: this.pieces.join(""), entities: entities.filter(({ length }) => length > 0) };
  }
}

/** Parses a range: the whole text, the text of a link, or a quote. */
class Parser {
  readonly #source: string;
  readonly #blocks: boolean;
  readonly #output: Output;
  readonly #chunks: Chunks;
  readonly #open: OpenMark[] = [];

  constructor(source: string, blocks: boolean, output: Output) {
    this.#source = source;
    this.#chunks = new Chunks(source);
    this.#blocks = blocks;
    this.#output = output;
  }

  parse(): void {
    for (let at = 0; at < this.#source.length;) at = this.#step(at);
  }

  /** Parses at a position. @returns the next position */
  #step(at: number): number {
    const source = this.#source;
    if (source[at] === "\\") return this.#backslashes(at);
    const mark = this.#markAt(at);
    const end = mark && this.#take(mark, at);
    if (end !== undefined) return end;
    // A style cannot extend over the end of a paragraph.
    if (source.startsWith("\n\n", at)) this.#open.length = 0;
    return this.#put(at, at + (RUNS.has(source[at]!) ? runLength(source, at) : 1));
  }

  /** Outputs a range as plain text, including the plain text after it. */
  #put(from: number, to: number): number {
    SIGNS.lastIndex = to;
    const end = SIGNS.exec(this.#source)?.index ?? this.#source.length;
    this.#output.put(this.#source.slice(from, end));
    return end;
  }

  #markAt(at: number, startsLine = this.#startsLine(at)): Mark | undefined {
    return markAt(this.#source, at, { blocks: this.#blocks, startsLine, chunks: this.#chunks });
  }

  #startsLine(at: number): boolean {
    return at === 0 || this.#source[at - 1] === "\n";
  }

  #take(mark: Mark, at: number): number | undefined {
    switch (mark.is) {
      case "style":
        return this.#style(mark.sign, at, mark.length);
      case "underline":
        return this.#underline(mark.begins, at, mark.length);
      case "code":
        return this.#code(at);
      case "fence":
        return this.#fence(at);
      case "link":
        return this.#link(at);
      case "quote":
        return this.#quote(at);
    }
  }

  /**
   * Before a mark, two backslashes are one, and a remaining one escapes the mark; elsewhere backslashes are plain text.
   */
  #backslashes(at: number): number {
    const source = this.#source;
    const count = runLength(source, at);
    const from = at + count;
    const mark = this.#markAt(from, this.#startsLine(at));
    if (!mark) return this.#put(at, from);
    const to = from + mark.length;
    if (mark.is === "style") {
      const style = { sign: mark.sign, from, to };
      if (!canEscape(source, this.#chunks.at(from), style, this.#isOpen(mark.sign))) return this.#put(at, to);
    }
    this.#output.put("\\".repeat(count >> 1));
    return count % 2 === 0 ? from : this.#put(from, to);
  }

  #isOpen(sign: StyleSign): boolean {
    return this.#open.some((each) => each.sign === sign);
  }

  #style(sign: StyleSign, at: number, length: 2 | 3): number | undefined {
    const end = at + length;
    const mark = sign + sign;
    const style = { sign, from: at, to: end };
    // Of three characters, the odd one is inside.
    if (this.#closes(style)) {
      if (length === 3) this.#output.put(sign);
      return this.#close(style, mark);
    }
    if (!this.#opens(style)) return undefined;
    this.#begin(style, mark);
    if (length === 3) this.#output.put(sign);
    return end;
  }

  #underline(begins: boolean, at: number, length: number): number | undefined {
    const style = { sign: "u", from: at, to: at + length } as const;
    if (!(begins ? this.#opens(style) : this.#closes(style))) return undefined;
    const mark = this.#source.slice(at, style.to);
    if (!begins) return this.#close(style, mark);
    this.#begin(style, mark);
    return style.to;
  }

  #opens(style: StyleMark): boolean {
    return !this.#isOpen(style.sign) && canOpen(this.#source, this.#chunks.at(style.from), style);
  }

  #closes(style: StyleMark): boolean {
    return this.#isOpen(style.sign) && canClose(this.#source, this.#chunks.at(style.from), style);
  }

  /** The mark is plain text until it is closed, with the joiner before it. */
  #begin({ sign, from }: StyleMark, mark: string): void {
    this.#open.push({ sign, piece: this.#output.pieces.length, joined: this.#source[from - 1] === JOINER });
    this.#output.put(mark);
  }

  /** Marks that were opened inside and not closed are plain text. @returns the next position */
  #close({ sign, to }: StyleMark, mark: string): number {
    const { pieces } = this.#output;
    const place = this.#open.findIndex((each) => each.sign === sign);
    const { piece, joined } = this.#open[place]!;
    this.#open.length = place;
    if (piece === pieces.length - 1) {
      this.#output.put(mark);
      return to;
    }
    pieces[piece] = "";
    if (joined && pieces[piece - 1]?.endsWith(JOINER)) pieces[piece - 1] = pieces[piece - 1]!.slice(0, -1);
    this.#output.format({ type: TYPES.get(sign)! }, piece);
    return this.#source[to] === JOINER ? to + 1 : to;
  }

  /** Code ends at the next backtick on the line. */
  #code(at: number): number | undefined {
    const rest = /[`\n]/g;
    rest.lastIndex = at + 1;
    const stop = rest.exec(this.#source);
    if (stop?.[0] !== "`" || stop.index === at + 1) return undefined;
    this.#wrap({ type: "code" }, () => this.#output.put(this.#source.slice(at + 1, stop.index)));
    return stop.index + 1;
  }

  #fence(at: number): number | undefined {
    const from = at + FENCE.length;
    const stop = this.#source.indexOf(FENCE, from);
    if (stop < 0) return undefined;
    const inside = this.#source.slice(from, stop);
    const language = LANGUAGE.exec(inside)?.[1];
    const code = (language === undefined ? inside : inside.slice(language.length))
      .replace(/^\n/, "")
      .replace(/\n$/, "");
    if (code.trim() === "") return undefined;
    this.#wrap({ type: "pre", ...(language === undefined ? {} : { language }) }, () => this.#output.put(code));
    return stop + FENCE.length;
  }

  #link(at: number): number | undefined {
    const [whole, words, address] = linkAt(this.#source, at)!;
    const format = linkFormat(address!);
    if (!format) return undefined;
    this.#wrap(format, () => new Parser(words!, false, this.#output).parse());
    return at + whole.length;
  }

  /** Lines that begin with `>`, without it. */
  #quote(at: number): number | undefined {
    const source = this.#source;
    const lines: string[] = [];
    let end = at;
    while (isQuoteSign(source, end)) {
      const next = source.indexOf("\n", end);
      const stop = next < 0 ? source.length : next;
      lines.push(source.slice(end + 1, stop).replace(/^ /, ""));
      end = Math.min(source.length, stop + 1);
    }
    if (lines.join("").trim() === "") return this.#put(at, end);
    this.#open.length = 0;
    this.#wrap({ type: "blockquote" }, () => new Parser(lines.join("\n"), false, this.#output).parse());
    if (source[end - 1] === "\n") this.#output.put("\n");
    return end;
  }

  #wrap(format: Format, write: () => void): void {
    const from = this.#output.pieces.length;
    write();
    this.#output.format(format, from);
  }
}

function linkFormat(address: string): Format | undefined {
  const person = personOf(address);
  if (person !== undefined) {
    // The server knows the user's name by the id.
    const user: User = { id: Number(person), is_bot: false, first_name: "" };
    return { type: "text_mention", user };
  }
  const url = safeLink(address);
  return url === undefined ? undefined : { type: "text_link", url };
}
