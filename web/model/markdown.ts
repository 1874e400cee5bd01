/**
 * What one types into what one says. The rule in full: `**bold**`, `*italic*`, `__underline__`, `~~strike~~`,
 * `||spoiler||`, `` `code` ``, a fence of three backticks, `[words](address)`, and `> ` before quoted lines. A mark
 * counts only where its other half stands further on and no white space lies just inside the two; `*` and `__` never
 * count inside a word. A backslash before a mark makes it a mere character. Everything else is said as it stands.
 */
import type { MessageEntity, User } from "@heliogram/shared/wire.ts";
import { safeLink } from "./text.ts";

/** A text without its marks, and what the marks made. */
export interface Styled {
  readonly text: string;
  readonly entities: readonly MessageEntity[];
}

/** Longer marks before those that begin alike. */
export const MARKS = [
  ["**", "bold"],
  ["__", "underline"],
  ["~~", "strikethrough"],
  ["||", "spoiler"],
  ["*", "italic"],
] as const;

/** These count at the edges of words alone: names of programs are full of them. */
const AT_EDGES = new Set(["*", "__"]);
const FENCE = /^```([\w+#-]{0,32})\n([\s\S]+?)\n?```[ \t]*(?:\n|$)/;
const LINK = /^\[([^\]\n]+)\]\(((?:[^\s()]|\([^\s()]*\))+)\)/;
const PERSON = /^(?:tg:\/\/user\?id=|@)(\d{1,16})$/;
const DEEPEST = 8;

export function readMarkdown(source: string): Styled {
  const out = new Writer();
  for (let at = 0; at < source.length;) {
    const fence = FENCE.exec(source.slice(at));
    const quoted = fence ? undefined : quoteAt(source, at);
    if (fence) {
      const [whole, language = "", code = ""] = fence;
      out.wrap({ type: "pre", ...(language === "" ? {} : { language }) }, () => out.put(code));
      at += whole.length;
      if (whole.endsWith("\n") && at < source.length) out.put("\n");
    } else if (quoted) {
      out.wrap({ type: "blockquote" }, () => inline(quoted.words, out, 0));
      at = quoted.end;
      if (at < source.length) out.put("\n");
    } else {
      const end = nextBlock(source, at);
      inline(source.slice(at, end), out, 0);
      at = end;
    }
  }
  return out;
}

/** How many characters at this place a backslash takes the meaning of; 0 where no mark begins. */
export function markAt(text: string, at: number): 0 | 1 | 2 {
  const char = text[at];
  if (char === "*" || char === "`" || char === "[") return 1;
  if ((char === "_" || char === "~" || char === "|") && text[at + 1] === char) return 2;
  return char === ">" && isLineStart(text, at) ? 1 : 0;
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === "\n";
}

class Writer implements Styled {
  text = "";
  readonly entities: MessageEntity[] = [];

  put(words: string): void {
    this.text += words;
  }

  wrap(entity: Pick<MessageEntity, "type"> & Partial<MessageEntity>, write: () => void): void {
    const offset = this.text.length;
    const place = this.entities.length;
    write();
    const length = this.text.length - offset;
    // What holds others comes before them.
    if (length > 0) this.entities.splice(place, 0, { ...entity, offset, length });
  }
}

/** Lines that begin with `>`, without it. */
function quoteAt(source: string, at: number): { readonly words: string; readonly end: number } | undefined {
  const lines: string[] = [];
  let end = at;
  while (source[end] === ">" && isLineStart(source, end)) {
    const stop = lineEnd(source, end);
    lines.push(source.slice(end + 1, stop).replace(/^ /, ""));
    end = Math.min(source.length, stop + 1);
    if (stop === source.length) break;
  }
  return lines.join("").trim() === "" ? undefined : { words: lines.join("\n"), end };
}

function lineEnd(source: string, at: number): number {
  const end = source.indexOf("\n", at);
  return end < 0 ? source.length : end;
}

/** Where the next line begins that may be a fence or a quote. */
function nextBlock(source: string, at: number): number {
  for (let next = lineEnd(source, at) + 1; next < source.length; next = lineEnd(source, next) + 1) {
    if (source[next] === ">" || source.startsWith("```", next)) return next;
  }
  return source.length;
}

function inline(source: string, out: Writer, depth: number): void {
  for (let at = 0; at < source.length;) at = step(source, at, out, depth);
}

/** Writes what stands at this place. @returns the next one */
function step(source: string, at: number, out: Writer, depth: number): number {
  if (source[at] === "\\") return backslashes(source, at, out);
  if (depth < DEEPEST && markAt(source, at) > 0) {
    const end = code(source, at, out) ?? link(source, at, out, depth) ?? style(source, at, out, depth);
    if (end !== undefined) return end;
  }
  out.put(source[at]!);
  return at + 1;
}

/** Before a mark, two backslashes are one, and a last one takes the mark's meaning; elsewhere they are themselves. */
function backslashes(source: string, at: number, out: Writer): number {
  const end = backslashesEnd(source, at);
  const count = end - at;
  const length = source[end] === ">" && isLineStart(source, at) ? 1 : markAt(source, end);
  if (length === 0) {
    out.put("\\".repeat(count));
    return end;
  }
  out.put("\\".repeat(count >> 1));
  if (count % 2 === 0) return end;
  out.put(source.slice(end, end + length));
  return end + length;
}

function backslashesEnd(source: string, at: number): number {
  let end = at;
  while (source[end] === "\\") end++;
  return end;
}

function code(source: string, at: number, out: Writer): number | undefined {
  if (source[at] !== "`") return undefined;
  const end = codeEnd(source, at);
  if (end === undefined) return undefined;
  out.wrap({ type: "code" }, () => out.put(source.slice(at + 1, end - 1)));
  return end;
}

/** Where the code ends that begins here. */
function codeEnd(source: string, at: number): number | undefined {
  const stop = source.indexOf("`", at + 1);
  return stop > at + 1 ? stop + 1 : undefined;
}

function link(source: string, at: number, out: Writer, depth: number): number | undefined {
  const match = source[at] === "[" ? LINK.exec(source.slice(at)) : null;
  const entity = match && linkEntity(match[2]!);
  if (!entity) return undefined;
  out.wrap(entity, () => inline(match[1]!, out, depth + 1));
  return at + match[0].length;
}

function linkEntity(address: string): (Pick<MessageEntity, "type"> & Partial<MessageEntity>) | undefined {
  const person = PERSON.exec(address)?.[1];
  if (person !== undefined) {
    // The service knows the person's name by the id.
    const user: User = { id: Number(person), is_bot: false, first_name: "" };
    return { type: "text_mention", user };
  }
  const url = safeLink(address);
  return url === undefined ? undefined : { type: "text_link", url };
}

function style(source: string, at: number, out: Writer, depth: number): number | undefined {
  for (const [mark, type] of MARKS) {
    if (!source.startsWith(mark, at) || !opens(source, at, mark)) continue;
    const end = closing(source, at, mark);
    if (end === undefined) continue;
    out.wrap({ type }, () => inline(source.slice(at + mark.length, end), out, depth + 1));
    return end + mark.length;
  }
  return undefined;
}

function opens(source: string, at: number, mark: string): boolean {
  const next = source[at + mark.length];
  if (next === undefined || isSpace(next) || (mark === "*" && next === "*")) return false;
  return !(AT_EDGES.has(mark) && isWord(source[at - 1]));
}

/** Where the other half of a mark stands; a paragraph's end is too far. */
function closing(source: string, from: number, mark: string): number | undefined {
  const first = from + mark.length + 1;
  for (let at = from + mark.length; at < source.length && !source.startsWith("\n\n", at);) {
    if (source[at] === "\\") {
      const end = backslashesEnd(source, at);
      at = (end - at) % 2 === 0 ? end : end + markAt(source, end);
    } else if (source[at] === "`") at = codeEnd(source, at) ?? at + 1;
    else if (mark === "*" && source.startsWith("**", at)) at += 2;
    else if (source.startsWith(mark, at)) {
      const end = lastOfRun(source, at, mark);
      if (end >= first && closes(source, end, mark)) return end;
      at = end + mark.length;
    } else at++;
  }
  return undefined;
}

/** Of `***`, the first belongs to what is inside. */
function lastOfRun(source: string, at: number, mark: string): number {
  let end = at;
  while (mark.length === 2 && source[end + 2] === mark[0]) end++;
  return end;
}

function closes(source: string, at: number, mark: string): boolean {
  return !isSpace(source[at - 1]!) && !(AT_EDGES.has(mark) && isWord(source[at + mark.length]));
}

function isSpace(char: string): boolean {
  return /\s/u.test(char);
}

function isWord(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}_]/u.test(char);
}
