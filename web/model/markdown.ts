/**
 * What one types into what one says, as Telegram's clients do it: `**bold**`, `__italic__`, `~~strike~~`, `||spoiler||`,
 * `` `code` ``, a fence of three backticks around code of several lines, and `[words](address)`; besides, `<u>underline</u>`
 * and `> ` before quoted lines. A mark counts only where its other half stands further on in the paragraph and no white space
 * lies just inside the two; `__` never counts inside a word. A backslash before a mark makes it a mere character. Everything
 * else is said as it stands. Takes time in proportion to the text.
 */
import type { MessageEntity, User } from "@heliogram/shared/wire.ts";
import {
  after,
  before,
  canBegin,
  canEnd,
  canEscape,
  FENCE,
  linkAt,
  MARKS,
  markAt,
  runAt,
  type Mark,
  type StyleSign,
} from "./marks.ts";
import { safeLink } from "./text.ts";

/** A text without its marks, and what the marks made. */
export interface Styled {
  readonly text: string;
  readonly entities: readonly MessageEntity[];
}

type Look = Pick<MessageEntity, "type"> & Partial<MessageEntity>;

/** A mark that waits for its other half, and where it is among the pieces. */
interface Open {
  readonly sign: StyleSign;
  readonly piece: number;
}

/** One of these begins whatever is not plain. */
const SIGNS = /[*_~|`[<>\\\n]/g;
/** These are read run by run: `****` holds no `**`. */
const RUNS = new Set("*_~|`");
const LANGUAGE = /^([\w+#-]{1,32})\n(?=[^])/;
const PERSON = /^(?:tg:\/\/user\?id=|@)(\d{1,16})$/;
const TYPES = new Map<StyleSign, MessageEntity["type"]>([
  ...MARKS.map(([mark, type]) => [mark[0] as StyleSign, type] as const),
  ["u", "underline"],
]);

export function readMarkdown(source: string): Styled {
  const said = new Said();
  new Reader(source, true, said).read();
  return said.finished();
}

/** What is said, in pieces: of a mark it is known only later whether it says itself. */
class Said {
  readonly pieces: string[] = [];
  readonly #looks: { readonly look: Look; readonly from: number; readonly to: number }[] = [];

  put(words: string): void {
    this.pieces.push(words);
  }

  /** From this piece on, everything so far has a look. */
  look(look: Look, from: number): void {
    this.#looks.push({ look, from, to: this.pieces.length });
  }

  finished(): Styled {
    const starts = [0];
    for (const piece of this.pieces) starts.push(starts.at(-1)! + piece.length);
    // What holds others comes before them.
    const ordered = this.#looks.sort((a, b) => a.from - b.from || b.to - a.to);
    const entities = ordered.map(({ look, from, to }) => {
      return { ...look, offset: starts[from]!, length: starts[to]! - starts[from]! };
    });
    return { text: this.pieces.join(""), entities: entities.filter(({ length }) => length > 0) };
  }
}

/** Reads one stretch: the whole, the words of a link or those of a quote. */
class Reader {
  readonly #source: string;
  readonly #blocks: boolean;
  readonly #said: Said;
  readonly #open: Open[] = [];

  constructor(source: string, blocks: boolean, said: Said) {
    this.#source = source;
    this.#blocks = blocks;
    this.#said = said;
  }

  read(): void {
    for (let at = 0; at < this.#source.length;) at = this.#step(at);
  }

  /** Reads what stands at a place. @returns the next one */
  #step(at: number): number {
    const source = this.#source;
    if (source[at] === "\\") return this.#backslashes(at);
    const mark = this.#markAt(at);
    const end = mark && this.#take(mark, at);
    if (end !== undefined) return end;
    // A paragraph's end is too far for the other half of a mark.
    if (source.startsWith("\n\n", at)) this.#open.length = 0;
    return this.#put(at, at + (RUNS.has(source[at]!) ? runAt(source, at) : 1));
  }

  /** Puts a stretch as it stands, and what is plain behind it. */
  #put(from: number, to: number): number {
    SIGNS.lastIndex = to;
    const end = SIGNS.exec(this.#source)?.index ?? this.#source.length;
    this.#said.put(this.#source.slice(from, end));
    return end;
  }

  #markAt(at: number, startsLine = this.#startsLine(at)): Mark | undefined {
    return markAt(this.#source, at, { blocks: this.#blocks, startsLine });
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

  /** Before a mark, two backslashes are one, and a last one takes the mark's meaning; elsewhere they are themselves. */
  #backslashes(at: number): number {
    const source = this.#source;
    const count = runAt(source, at);
    const from = at + count;
    const mark = this.#markAt(from, this.#startsLine(at));
    if (!mark) return this.#put(at, from);
    const to = from + mark.length;
    if (mark.is === "style") {
      const around = { before: before(source, at), sign: mark.sign, after: after(source, to) };
      if (!canEscape(around, this.#isOpen(mark.sign))) return this.#put(at, to);
    }
    this.#said.put("\\".repeat(count >> 1));
    return count % 2 === 0 ? from : this.#put(from, to);
  }

  #isOpen(sign: StyleSign): boolean {
    return this.#open.some((each) => each.sign === sign);
  }

  #style(sign: StyleSign, at: number, length: 2 | 3): number | undefined {
    const end = at + length;
    const mark = sign + sign;
    // Of three, the odd one is inside.
    if (this.#isOpen(sign) && canEnd(this.#source, at, end)) {
      if (length === 3) this.#said.put(sign);
      this.#close(sign, mark);
      return end;
    }
    if (this.#isOpen(sign) || !canBegin(this.#source, at, end)) return undefined;
    this.#begin(sign, mark);
    if (length === 3) this.#said.put(sign);
    return end;
  }

  #underline(begins: boolean, at: number, length: number): number | undefined {
    const end = at + length;
    const inner = begins ? this.#source[end] : this.#source[at - 1];
    if (begins === this.#isOpen("u") || inner === undefined || /\s/u.test(inner)) return undefined;
    const mark = this.#source.slice(at, end);
    if (begins) this.#begin("u", mark);
    else this.#close("u", mark);
    return end;
  }

  #begin(sign: StyleSign, mark: string): void {
    this.#open.push({ sign, piece: this.#said.pieces.length });
    this.#said.put(mark);
  }

  /** What was begun inside and not ended is mere characters. */
  #close(sign: StyleSign, mark: string): void {
    const { pieces } = this.#said;
    const place = this.#open.findIndex((each) => each.sign === sign);
    const { piece } = this.#open[place]!;
    this.#open.length = place;
    if (piece === pieces.length - 1) {
      this.#said.put(mark);
      return;
    }
    pieces[piece] = "";
    this.#said.look({ type: TYPES.get(sign)! }, piece);
  }

  /** Code ends with the next backtick of its line. */
  #code(at: number): number | undefined {
    const rest = /[`\n]/g;
    rest.lastIndex = at + 1;
    const stop = rest.exec(this.#source);
    if (stop?.[0] !== "`" || stop.index === at + 1) return undefined;
    this.#wrap({ type: "code" }, () => this.#said.put(this.#source.slice(at + 1, stop.index)));
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
    this.#wrap({ type: "pre", ...(language === undefined ? {} : { language }) }, () => this.#said.put(code));
    return stop + FENCE.length;
  }

  #link(at: number): number | undefined {
    const [whole, words, address] = linkAt(this.#source, at)!;
    const look = linkLook(address!);
    if (!look) return undefined;
    this.#wrap(look, () => new Reader(words!, false, this.#said).read());
    return at + whole.length;
  }

  /** Lines that begin with `>`, without it. */
  #quote(at: number): number | undefined {
    const source = this.#source;
    const lines: string[] = [];
    let end = at;
    while (source[end] === ">") {
      const next = source.indexOf("\n", end);
      const stop = next < 0 ? source.length : next;
      lines.push(source.slice(end + 1, stop).replace(/^ /, ""));
      end = Math.min(source.length, stop + 1);
    }
    if (lines.join("").trim() === "") return this.#put(at, end);
    this.#open.length = 0;
    this.#wrap({ type: "blockquote" }, () => new Reader(lines.join("\n"), false, this.#said).read());
    if (source[end - 1] === "\n") this.#said.put("\n");
    return end;
  }

  #wrap(look: Look, write: () => void): void {
    const from = this.#said.pieces.length;
    write();
    this.#said.look(look, from);
  }
}

function linkLook(address: string): Look | undefined {
  const person = PERSON.exec(address)?.[1];
  if (person !== undefined) {
    // The service knows the person's name by the id.
    const user: User = { id: Number(person), is_bot: false, first_name: "" };
    return { type: "text_mention", user };
  }
  const url = safeLink(address);
  return url === undefined ? undefined : { type: "text_link", url };
}
