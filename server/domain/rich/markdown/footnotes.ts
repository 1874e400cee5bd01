/** Footnotes in Markdown: `[^name]`, and `[^name]: text` for the text it leads to. */
import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";

const DEFINITION = /^\[\^([^\s\][]{1,64})\]:[ \t]*/;
const REFERENCE = /\[\^([^\s\][]{1,64})\]/y;

export function footnotes(markdown: MarkdownIt): void {
  const { escapeHtml } = markdown.utils;
  const { rules } = markdown.renderer;
  rules["footnote_open"] = (tokens, at) => `<p><tg-reference name="${escapeHtml(tokens[at]!.info)}">`;
  rules["footnote_close"] = () => "</tg-reference></p>\n";
  rules["footnote_link"] = (tokens, at) =>
    `<sup><a href="#${escapeHtml(tokens[at]!.info)}">${tokens[at]!.content}</a></sup>`;
  markdown.block.ruler.before("reference", "footnote", definition);
  markdown.inline.ruler.before("link", "footnote_link", reference);
}

/** The numbers of the footnotes, in the order of their texts. */
function numbersOf(env: StateBlock["env"]): Map<string, number> {
  return (env["footnotes"] ??= new Map<string, number>()) as Map<string, number>;
}

function definition(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[startLine]! - state.blkIndent >= 4) return false;
  const first = lineOf(state, startLine);
  const found = DEFINITION.exec(first);
  if (!found || silent) return found !== null;
  const lines = [first.slice(found[0].length)];
  let line = startLine + 1;
  for (; line < endLine && !state.isEmpty(line) && !DEFINITION.test(lineOf(state, line)); line += 1) {
    lines.push(lineOf(state, line));
  }
  const numbers = numbersOf(state.env);
  const name = found[1]!;
  if (!numbers.has(name)) numbers.set(name, numbers.size + 1);
  state.line = line;
  state.push("footnote_open", "p", 1).info = name;
  const text = state.push("inline", "", 0);
  text.content = lines.join("\n").trim();
  text.map = [startLine, line];
  text.children = [];
  state.push("footnote_close", "p", -1);
  return true;
}

/** A link to a footnote that exists. */
function reference(state: StateInline, silent: boolean): boolean {
  REFERENCE.lastIndex = state.pos;
  const found = REFERENCE.exec(state.src);
  const number = found ? numbersOf(state.env).get(found[1]!) : undefined;
  if (!found || number === undefined) return false;
  if (!silent) {
    const token = state.push("footnote_link", "", 0);
    token.info = found[1]!;
    token.content = String(number);
  }
  state.pos += found[0].length;
  return true;
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);
}
