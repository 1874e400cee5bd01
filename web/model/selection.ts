/** What shortcuts and the toolbar do to a text: marks are put around what is selected, or taken away again. */

export interface Field {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What is to stand in the place of `from` to `to`, and what is selected afterwards. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly words: string;
  readonly start: number;
  readonly end: number;
}

/** Puts a mark on both sides of the selection, or takes it off where it is. White space stays outside. */
export function toggleMark({ text, start, end }: Field, before: string, after: string = before): Replacement {
  const words = text.slice(start, end);
  const from = start + (words.length - words.trimStart().length);
  const to = Math.max(from, end - (words.length - words.trimEnd().length));
  const inner = text.slice(from, to);
  if (text.slice(0, from).endsWith(before) && text.startsWith(after, to)) {
    const begin = from - before.length;
    return { from: begin, to: to + after.length, words: inner, start: begin, end: begin + inner.length };
  }
  if (inner.length > before.length + after.length && inner.startsWith(before) && inner.endsWith(after)) {
    const bare = inner.slice(before.length, -after.length);
    return { from, to, words: bare, start: from, end: from + bare.length };
  }
  const marked = `${before}${inner}${after}`;
  return { from, to, words: marked, start: from + before.length, end: from + before.length + inner.length };
}

/** Code of one line stands between backticks, of several between fences. */
export function toggleCode(field: Field): Replacement {
  const words = field.text.slice(field.start, field.end);
  if (!words.includes("\n")) return toggleMark(field, "`");
  const before = field.start === 0 || field.text[field.start - 1] === "\n" ? "" : "\n";
  const after = field.end === field.text.length || field.text[field.end] === "\n" ? "" : "\n";
  const head = `${before}\`\`\`\n`;
  const start = field.start + head.length;
  const fenced = `${head}${words}\n\`\`\`${after}`;
  return { from: field.start, to: field.end, words: fenced, start, end: start + words.length };
}

/** Makes a link of the selection; an address that is selected waits for words, words wait for an address. */
export function makeLink({ text, start, end }: Field): Replacement {
  const words = text.slice(start, end);
  const isAddress = /^(?:https?:\/\/|mailto:)\S+$/i.test(words);
  const link = isAddress ? `[](${words})` : `[${words}]()`;
  const caret = start + (isAddress ? 1 : link.length - 1);
  return { from: start, to: end, words: link, start: caret, end: caret };
}

/** Makes a quote of the lines that are selected, or plain lines of a quote. */
export function toggleQuote({ text, start, end }: Field): Replacement {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", end);
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const quoted = lines.every((line) => line.startsWith(">"));
  const words = lines.map((line) => (quoted ? line.replace(/^> ?/, "") : `> ${line}`)).join("\n");
  return { from, to, words, start: from, end: from + words.length };
}
