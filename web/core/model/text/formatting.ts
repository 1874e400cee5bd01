/** Formatting commands of shortcuts and of the toolbar: they add or remove marks around the selection. */
import { JOINER } from "./chunks.ts";

export interface TextSelection {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The replacement of a range, and the selection afterwards. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly words: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Adds a mark on both sides of the selection, or removes it. White space stays outside. In the middle of a word, the
 * mark needs a joiner.
 */
export function toggleMark({ text, start, end }: TextSelection, before: string, after: string = before): Replacement {
  const words = text.slice(start, end);
  const from = start + (words.length - words.trimStart().length);
  const to = Math.max(from, end - (words.length - words.trimEnd().length));
  const inner = text.slice(from, to);
  if (text.slice(0, from).endsWith(before) && text.startsWith(after, to)) {
    const begin = from - before.length - (text[from - before.length - 1] === JOINER ? 1 : 0);
    const stop = to + after.length + (text[to + after.length] === JOINER ? 1 : 0);
    return { from: begin, to: stop, words: inner, start: begin, end: begin + inner.length };
  }
  if (inner.length > before.length + after.length && inner.startsWith(before) && inner.endsWith(after)) {
    const bare = inner.slice(before.length, -after.length);
    return { from, to, words: bare, start: from, end: from + bare.length };
  }
  const opening = (/[\p{L}\p{N}_]$/u.test(text.slice(0, from)) ? JOINER : "") + before;
  const closing = after + (/^[\p{L}\p{N}_]/u.test(text.slice(to)) ? JOINER : "");
  const begin = from + opening.length;
  return { from, to, words: opening + inner + closing, start: begin, end: begin + inner.length };
}

/** Code on one line uses backticks, on several lines a fence. */
export function toggleCode(field: TextSelection): Replacement {
  const words = field.text.slice(field.start, field.end);
  if (!words.includes("\n")) return toggleMark(field, "`");
  const before = field.start === 0 || field.text[field.start - 1] === "\n" ? "" : "\n";
  const after = field.end === field.text.length || field.text[field.end] === "\n" ? "" : "\n";
  const head = `${before}\`\`\`\n`;
  const start = field.start + head.length;
  const fenced = `${head}${words}\n\`\`\`${after}`;
  return { from: field.start, to: field.end, words: fenced, start, end: start + words.length };
}

/**
 * Turns the selection into a link; the caret is placed where the address, or the text of a selected address, is typed.
 */
export function makeLink({ text, start, end }: TextSelection): Replacement {
  const words = text.slice(start, end);
  const isAddress = /^(?:https?:\/\/|mailto:)\S+$/i.test(words);
  const link = isAddress ? `[](${words})` : `[${words}]()`;
  const caret = start + (isAddress ? 1 : link.length - 1);
  return { from: start, to: end, words: link, start: caret, end: caret };
}

/** Turns the selected lines into a quote, or back. */
export function toggleQuote({ text, start, end }: TextSelection): Replacement {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", end);
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const quoted = lines.every((line) => line.startsWith(">"));
  const words = lines.map((line) => (quoted ? line.replace(/^> ?/, "") : `> ${line}`)).join("\n");
  return { from, to, words, start: from, end: from + words.length };
}
