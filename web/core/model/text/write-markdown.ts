/** Writes text and entities as Markdown, for editing a message. The inverse of `parseMarkdown`. */
import type { MessageEntity } from "@heliogram/shared/wire.ts";
import { parseMarkdown, type FormattedText } from "./markdown.ts";
import { Chunks, JOINER, MARKS, UNDERLINE } from "./chunks.ts";
import { backslashesBefore, canEscape, FENCE, markAt, runLength, type Mark } from "./markdown-marks.ts";
import { segmentsOf, type Segment } from "./segments.ts";

/** The opening and closing marks of a style. */
const MARKS_OF: ReadonlyMap<string, readonly [string, string]> = new Map<string, readonly [string, string]>([
  ...MARKS.map(([mark, type]) => [type, [mark, mark]] as const),
  ["underline", UNDERLINE],
]);
const WRITABLE = new Set([...MARKS_OF.keys(), "code", "pre", "text_link", "text_mention", "blockquote"]);

/** Whether Markdown has a mark for an entity. */
export function isWritable({ type }: MessageEntity): boolean {
  return WRITABLE.has(type);
}

/** Escapes only where the text would be parsed differently. Entities that Markdown cannot express are left out. */
export function writeMarkdown(text: string, entities: readonly MessageEntity[]): string {
  const wanted = entities.filter(isWritable);
  const whole = attempt(text, wanted);
  if (whole !== undefined) return whole;
  const sayable = wanted.filter((entity) => attempt(text, [entity]) !== undefined);
  return attempt(text, sayable) ?? attempt(text, []) ?? text;
}

function attempt(text: string, entities: readonly MessageEntity[]): string | undefined {
  for (const joined of [false, true]) {
    for (const careful of [false, true]) {
      const source = new Writer({ careful, joined }, true).write(segmentsOf(text, entities));
      if (sameText(parseMarkdown(source), { text, entities })) return source;
    }
    if (entities.length === 0) break;
  }
  return undefined;
}

/** Whether two formatted texts are equal. */
export function sameText(a: FormattedText, b: FormattedText): boolean {
  return (
    a.text === b.text && a.entities.length === b.entities.length && entityKeys(a.entities) === entityKeys(b.entities)
  );
}

function entityKeys(entities: readonly MessageEntity[]): string {
  return entities
    .map(({ type, offset, length, url, user, language }) => [offset, length, type, url, user?.id, language].join())
    .sort()
    .join(";");
}

interface Manner {
  /** Every mark in the text itself is escaped. */
  readonly careful: boolean;
  /** A style in the middle of a word has a joiner on both sides. */
  readonly joined: boolean;
}

/** Writes a range as `markdown.ts` parses it: the whole text, the text of a link, or a quote. */
class Writer {
  #source = "";
  readonly #manner: Manner;
  readonly #blocks: boolean;
  /** The open styles. */
  readonly #open: string[] = [];

  constructor(manner: Manner, blocks: boolean) {
    this.#manner = manner;
    this.#blocks = blocks;
  }

  write(segments: readonly Segment[]): string {
    this.#write(segments);
    return this.#source;
  }

  #write(segments: readonly Segment[]): void {
    for (const segment of segments) {
      if (typeof segment === "string") this.#words(segment);
      else this.#entity(segment);
    }
  }

  #entity({ entity, text, inside }: Exclude<Segment, string>): void {
    const apart = () => new Writer(this.#manner, false).write(inside);
    switch (entity.type) {
      case "code":
        return this.#mark(`\`${text}\``);
      case "pre":
        return this.#mark(`${FENCE}${entity.language ?? ""}\n${text}\n${FENCE}`);
      case "text_link":
        return this.#mark(`[${apart()}](${entity.url})`);
      case "text_mention":
        return this.#mark(`[${apart()}](@${entity.user?.id})`);
      case "blockquote":
        return this.#mark(apart().replaceAll(/^/gm, "> "));
    }
    const [before, after] = MARKS_OF.get(entity.type) ?? ["", ""];
    const joiner = this.#manner.joined ? JOINER : "";
    this.#mark(joiner + before);
    this.#open.push(before);
    this.#write(inside);
    this.#open.pop();
    this.#mark(after + joiner);
  }

  /** Backslashes before a mark must be doubled. */
  #mark(words: string): void {
    if (this.#manner.careful) this.#source += "\\".repeat(backslashesBefore(this.#source, this.#source.length));
    this.#source += words;
  }

  #words(text: string): void {
    if (!this.#manner.careful) {
      this.#source += text;
      return;
    }
    for (let at = 0; at < text.length;) {
      const from = this.#source.length;
      // What marks do depends on what is around them.
      const whole = this.#source + text.slice(at);
      const chunks = new Chunks(whole);
      const count = backslashesBefore(whole, from);
      const startsLine = from === count || whole[from - count - 1] === "\n";
      const mark = markAt(whole, from, { blocks: this.#blocks, startsLine, chunks });
      const length = mark?.length ?? (/[*_~|`]/.test(text[at]!) ? runLength(text, at) : 1);
      if (mark && this.#isEffective(mark, whole, from, chunks)) this.#source += "\\".repeat(count + 1);
      this.#source += text.slice(at, at + length);
      at += length;
    }
  }

  /** Whether a mark in the text would be parsed as one. */
  #isEffective(mark: Mark, whole: string, from: number, chunks: Chunks): boolean {
    if (mark.is !== "style") return true;
    const { sign, length } = mark;
    const isOpen = this.#open.includes(sign + sign);
    return canEscape(whole, chunks.at(from), { sign, from, to: from + length }, isOpen);
  }
}
