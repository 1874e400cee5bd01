/** Formulas in Markdown: `$x$`, `$$x$$` and blocks of the language `math`. Their source is not parsed. */
import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";

const DOLLAR = 0x24;
const FENCE = "$$";

export function math(markdown: MarkdownIt): void {
  const { escapeHtml } = markdown.utils;
  const { rules } = markdown.renderer;
  const codeBlock = rules["fence"]!;
  rules["math_inline"] = (tokens, at) => `<tg-math>${escapeHtml(tokens[at]!.content)}</tg-math>`;
  rules["math_block"] = (tokens, at) => `<tg-math-block>${escapeHtml(tokens[at]!.content)}</tg-math-block>`;
  rules["fence"] = (tokens, at, ...rest) =>
    tokens[at]!.info.trim() === "math" && tokens[at]!.content.trim() !== ""
      ? rules["math_block"]!(tokens, at, ...rest)
      : codeBlock(tokens, at, ...rest);
  markdown.inline.ruler.after("escape", "math_inline", inline);
  markdown.block.ruler.after("blockquote", "math_block", block, { alt: ["paragraph", "reference", "blockquote"] });
}

/**
 * One dollar sign begins a formula before a character that is no space, and the next one ends it, if no space is before
 * it and no digit after it: "$5 and $6" has no formula.
 */
function inline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== DOLLAR) return false;
  const fence = src.startsWith(FENCE, pos) ? FENCE : "$";
  const start = pos + fence.length;
  const end = endOfFormula(src, fence, start);
  if (end < 0 || end + fence.length > posMax) return false;
  const source = src.slice(start, end);
  if (source.trim() === "") return false;
  if (fence === "$" && (/^\s|\s$/.test(source) || /\d/.test(src.charAt(end + 1)))) return false;
  if (!silent) state.push("math_inline", "", 0).content = source.trim();
  state.pos = end + fence.length;
  return true;
}

/** The next fence without a backslash before it. Only the next one is looked at, so that many of them take linear time. */
function endOfFormula(src: string, fence: string, start: number): number {
  const end = src.indexOf(fence, start);
  return end > 0 && src.charAt(end - 1) === "\\" ? -1 : end;
}

/** Lines from one that begins with two dollar signs to one that ends with them, without empty lines between. */
function block(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const first = lineOf(state, startLine);
  if (!first.startsWith(FENCE) || state.sCount[startLine]! - state.blkIndent >= 4) return false;
  const last = closingLine(state, startLine, endLine, first);
  if (last < 0) return false;
  const lines = [first.slice(FENCE.length)];
  for (let line = startLine + 1; line <= last; line += 1) lines.push(lineOf(state, line));
  const source = lines.join("\n").trimEnd().slice(0, -FENCE.length).trim();
  if (source === "") return false;
  if (silent) return true;
  state.line = last + 1;
  const token = state.push("math_block", "", 0);
  token.block = true;
  token.content = source;
  token.map = [startLine, state.line];
  return true;
}

/**
 * The line that ends the block, or -1. Where none was found, none is looked for again from a later line of the same
 * paragraph, so that many beginnings take linear time.
 */
function closingLine(state: StateBlock, startLine: number, endLine: number, first: string): number {
  if (first.trimEnd().length >= 2 * FENCE.length && first.trimEnd().endsWith(FENCE)) return startLine;
  const failed = (state.env["math_failed"] ?? { from: 0, to: 0 }) as { from: number; to: number };
  if (startLine >= failed.from && startLine < failed.to) return -1;
  let line = startLine + 1;
  for (; line < endLine && !state.isEmpty(line); line += 1) {
    if (lineOf(state, line).trimEnd().endsWith(FENCE)) return line;
  }
  state.env["math_failed"] = { from: startLine, to: line };
  return -1;
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]);
}
