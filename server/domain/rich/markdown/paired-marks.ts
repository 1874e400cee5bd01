/** `==marked==` and `||covered||` in Markdown, by the rules of `~~`. */
import type { Delimiter, MarkdownIt, StateInline } from "markdown-it";

const ELEMENTS: ReadonlyMap<number, string> = new Map([
  [0x3d, "mark"],
  [0x7c, "tg-spoiler"],
]);
/** Characters at which a rule can begin. The parser's own rule does not stop at `|`. */
const RULE_START = /[\n!#$%&*+\-:<=>@[\\\]^_`{|}~]/g;

export function pairedMarks(markdown: MarkdownIt): void {
  markdown.inline.ruler.at("text", plainText);
  markdown.inline.ruler.before("emphasis", "paired_marks", tokenize);
  markdown.inline.ruler2.before("emphasis", "paired_marks", (state) => {
    pair(state, state.delimiters);
    for (const meta of state.tokens_meta) if (meta?.delimiters) pair(state, meta.delimiters);
    return true;
  });
}

function plainText(state: StateInline, silent: boolean): boolean {
  RULE_START.lastIndex = state.pos;
  const end = Math.min(RULE_START.exec(state.src)?.index ?? state.posMax, state.posMax);
  if (end === state.pos) return false;
  if (!silent) state.pending += state.src.slice(state.pos, end);
  state.pos = end;
  return true;
}

function tokenize(state: StateInline, silent: boolean): boolean {
  const marker = state.src.charCodeAt(state.pos);
  if (silent || !ELEMENTS.has(marker)) return false;
  const { length, can_open, can_close } = state.scanDelims(state.pos, true);
  if (length < 2) return false;
  const sign = String.fromCharCode(marker);
  if (length % 2 === 1) state.push("text", "", 0).content = sign;
  for (let at = 0; at + 1 < length; at += 2) {
    state.push("text", "", 0).content = sign + sign;
    const token = state.tokens.length - 1;
    state.delimiters.push({ marker, length: 0, token, end: -1, open: can_open, close: can_close });
  }
  state.pos += length;
  return true;
}

function pair({ tokens }: StateInline, delimiters: readonly Delimiter[]): void {
  for (const { marker, token, end } of delimiters) {
    const name = ELEMENTS.get(marker);
    if (name === undefined || end === -1) continue;
    for (const [at, nesting] of [
      [token, 1],
      [delimiters[end]!.token, -1],
    ] as const) {
      Object.assign(tokens[at]!, { type: nesting > 0 ? "mark_open" : "mark_close", tag: name, nesting, content: "" });
    }
  }
}
