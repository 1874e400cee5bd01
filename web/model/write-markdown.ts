/** From what was said back to what one would have typed: for changing a message. The inverse of `readMarkdown`. */
import type { MessageEntity } from "@heliogram/shared/wire.ts";
import { markAt, MARKS, readMarkdown, type Styled } from "./markdown.ts";
import { segmentsOf, type Segment } from "./text.ts";

const MARK_OF: ReadonlyMap<string, string> = new Map(MARKS.map(([mark, type]) => [type, mark]));
const WRITABLE = new Set([...MARK_OF.keys(), "code", "pre", "text_link", "text_mention", "blockquote"]);

/** Backslashes stand only where the text would say something else without them. What no mark can say is left out. */
export function writeMarkdown(text: string, entities: readonly MessageEntity[]): string {
  const wanted = entities.filter((entity) => WRITABLE.has(entity.type));
  const sayable = wanted.filter((entity) => attempt(text, [entity]) !== undefined);
  return attempt(text, sayable) ?? attempt(text, []) ?? text;
}

function attempt(text: string, entities: readonly MessageEntity[]): string | undefined {
  for (const careful of [false, true]) {
    const source = shown(segmentsOf(text, entities), careful);
    const read = readMarkdown(source);
    if (sameWords(read, { text, entities })) return source;
  }
  return undefined;
}

/** Whether two texts say the same in the same look. */
export function sameWords(a: Styled, b: Styled): boolean {
  return a.text === b.text && a.entities.length === b.entities.length && names(a.entities) === names(b.entities);
}

function names(entities: readonly MessageEntity[]): string {
  return entities
    .map(({ type, offset, length, url, user, language }) => [offset, length, type, url, user?.id, language].join())
    .sort()
    .join(";");
}

/** `careful` puts a backslash before every mark of the text's own. */
function shown(segments: readonly Segment[], careful: boolean): string {
  let source = "";
  for (const segment of segments) {
    if (typeof segment === "string") source += careful ? escaped(segment, source) : segment;
    else source = `${careful ? doubled(source) : source}${marked(segment, careful)}`;
  }
  return source;
}

function marked({ entity, text, inside }: Exclude<Segment, string>, careful: boolean): string {
  const words = () => shown(inside, careful);
  switch (entity.type) {
    case "code":
      return `\`${text}\``;
    case "pre":
      return `\`\`\`${entity.language ?? ""}\n${text}\n\`\`\``;
    case "text_link":
      return `[${words()}](${entity.url})`;
    case "text_mention":
      return `[${words()}](@${entity.user?.id})`;
    case "blockquote":
      return words()
        .split("\n")
        .map((line) => `> ${line}`)
        .join("\n");
    default: {
      const mark = MARK_OF.get(entity.type) ?? "";
      const inner = words();
      return `${mark}${careful ? doubled(inner) : inner}${mark}`;
    }
  }
}

function escaped(text: string, before: string): string {
  const start = before === "" || before.endsWith("\n") ? "" : "x";
  const whole = `${start}${text}`;
  let out = "";
  for (let at = start.length; at < start.length + text.length;) {
    const quotes = whole[at] === ">" && /(?:^|\n)\\+$/.test(`${start}${out}`);
    const length = quotes ? 1 : markAt(whole, at);
    const words = whole.slice(at, at + Math.max(1, length));
    out = length === 0 ? out + words : `${doubled(out)}\\${words}`;
    at += words.length;
  }
  return out;
}

/** A mark follows: backslashes before it say themselves only twofold. */
function doubled(source: string): string {
  const run = /\\+$/.exec(source)?.[0] ?? "";
  return source + run;
}
