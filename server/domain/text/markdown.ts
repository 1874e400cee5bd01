/** parse_mode Markdown, the legacy grammar: no nesting, four marks (behaviour.md §4). */
import { EntityParseError, type EntityMeaning, type MessageEntity, type Parsed } from "./entity.ts";
import { linkTarget } from "./link-target.ts";

const MARKS = "_*`[";

/** Parses a text with legacy Markdown. @throws EntityParseError */
export function parseMarkdown(input: string): Parsed {
  let text = "";
  let at = 0;
  const entities: MessageEntity[] = [];
  while (at < input.length) {
    const character = input[at]!;
    if (character === "\\" && at + 1 < input.length && MARKS.includes(input[at + 1]!)) {
      text += input[at + 1];
      at += 2;
    } else if (!MARKS.includes(character)) {
      const next = nextMark(input, at + 1);
      text += input.slice(at, next);
      at = next;
    } else {
      const span = readSpan(input, at);
      if (span.target && span.content !== "") {
        entities.push({ ...span.target, offset: text.length, length: span.content.length });
      }
      text += span.content;
      at = span.end;
    }
  }
  return { text, entities };
}

interface Span {
  readonly content: string;
  readonly target: EntityMeaning | undefined;
  /** The offset after the span. */
  readonly end: number;
}

function readSpan(input: string, begin: number): Span {
  const mark = input[begin]!;
  if (input.startsWith("```", begin)) return readBlock(input, begin);
  const closing = mark === "[" ? "]" : mark;
  const end = input.indexOf(closing, begin + 1);
  if (end < 0) return unfinished(begin);
  const content = input.slice(begin + 1, end);
  if (mark === "[") return readLink(input, content, end);
  const type = mark === "_" ? "italic" : mark === "*" ? "bold" : "code";
  return { content, target: { type }, end: end + 1 };
}

function readBlock(input: string, begin: number): Span {
  let start = begin + 3;
  let language = "";
  const word = /[^ \t\n`]+/y;
  word.lastIndex = start;
  const found = word.exec(input)?.[0];
  // A word directly after the backquotes is the language, also in a block of one line.
  if (found !== undefined && /[ \t\n]/.test(input[start + found.length] ?? "")) {
    language = found;
    start += found.length;
  }
  if (input[start] === "\n") start += 1;
  const end = input.indexOf("```", start);
  if (end < 0) return unfinished(begin);
  const target: EntityMeaning = language === "" ? { type: "pre" } : { type: "pre", language };
  return { content: input.slice(start, end), target, end: end + 3 };
}

/** Without a URL in parentheses, the text itself is the URL. */
function readLink(input: string, content: string, bracket: number): Span {
  if (input[bracket + 1] !== "(") return { content, target: linkTarget(content), end: bracket + 1 };
  const close = input.indexOf(")", bracket + 2);
  const end = close < 0 ? input.length : close;
  return { content, target: linkTarget(input.slice(bracket + 2, end)), end: close < 0 ? end : end + 1 };
}

function unfinished(begin: number): never {
  throw new EntityParseError(
    (byteOffset) => `Can't find end of the entity starting at byte offset ${byteOffset(begin)}`,
  );
}

function nextMark(input: string, from: number): number {
  const mark = /[_*`[\\]/g;
  mark.lastIndex = from;
  return mark.exec(input)?.index ?? input.length;
}
