/** Writes text and entities as Markdown, for editing a message. The inverse of `parseMarkdown`. */
import type { MessageEntity } from "@heliogram/shared/wire.ts";
import { parseMarkdown, type FormattedText } from "./markdown.ts";
import {
  after,
  backslashesBefore,
  before,
  canEscape,
  FENCE,
  markAt,
  MARKS,
  runLength,
  UNDERLINE,
} from "./markdown-marks.ts";
import { segmentsOf, type Segment } from "./segments.ts";

/** The opening and closing marks of a style. */
const MARKS_OF: ReadonlyMap<string, readonly [string, string]> = new Map<string, readonly [string, string]>([
  ...MARKS.map(([mark, type]) => [type, [mark, mark]] as const),
  ["underline", UNDERLINE],
]);
const WRITABLE = new Set([...MARKS_OF.keys(), "code", "pre", "text_link", "text_mention", "blockquote"]);

/** Escapes only where the text would be parsed differently. Entities that Markdown cannot express are left out. */
export function writeMarkdown(text: string, entities: readonly MessageEntity[]): string {
  const wanted = entities.filter((entity) => WRITABLE.has(entity.type));
  const whole = attempt(text, wanted);
  if (whole !== undefined) return whole;
  const sayable = wanted.filter((entity) => attempt(text, [entity]) !== undefined);
  return attempt(text, sayable) ?? attempt(text, []) ?? text;
}

function attempt(text: string, entities: readonly MessageEntity[]): string | undefined {
  for (const careful of [false, true]) {
    const source = new Writer(careful, true).write(segmentsOf(text, entities));
    const read = parseMarkdown(source);
    if (sameText(read, { text, entities })) return source;
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

/** Writes a range as `markdown.ts` parses it: the whole text, the text of a link, or a quote. */
class Writer {
  #source = "";
  readonly #careful: boolean;
  readonly #blocks: boolean;
  /** The open styles. */
  readonly #open: string[] = [];

  /** With `careful`, every mark in the text itself is escaped. */
  constructor(careful: boolean, blocks: boolean) {
    this.#careful = careful;
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
    const apart = () => new Writer(this.#careful, false).write(inside);
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
    this.#mark(before);
    this.#open.push(before);
    this.#write(inside);
    this.#open.pop();
    this.#mark(after);
  }

  /** Backslashes before a mark must be doubled. */
  #mark(words: string): void {
    if (this.#careful) this.#source += "\\".repeat(backslashesBefore(this.#source, this.#source.length));
    this.#source += words;
  }

  #words(text: string): void {
    if (!this.#careful) {
      this.#source += text;
      return;
    }
    for (let at = 0; at < text.length;) {
      const count = backslashesBefore(this.#source, this.#source.length);
      const from = this.#source.length - count;
      const startsLine = from === 0 || this.#source[from - 1] === "\n";
      const mark = markAt(text, at, { blocks: this.#blocks, startsLine });
      const length = mark?.length ?? (/[*_~|`]/.test(text[at]!) ? runLength(text, at) : 1);
      const words = text.slice(at, at + length);
      const around = { before: before(this.#source, from), sign: words[0]!, after: after(text, at + length) };
      const isOpen = this.#open.includes(words.slice(0, 2));
      if (mark && (mark.is !== "style" || canEscape(around, isOpen))) this.#source += "\\".repeat(count + 1);
      this.#source += words;
      at += length;
    }
  }
}
