/** Markdown in the texts of HTML blocks, as in `<summary>A **bold** title</summary>`. */
import type { Env, MarkdownIt } from "markdown-it";

/** Elements whose text is no Markdown. */
const RAW: ReadonlySet<string> = new Set(["pre", "code", "script", "style", "textarea", "tg-math", "tg-math-block"]);
const TAG_NAME = /^<([a-z][a-z\d-]*)/i;

export function htmlBlocks(markdown: MarkdownIt): void {
  markdown.renderer.rules["html_block"] = (tokens, at, _options, env) =>
    withInlineMarkdown(markdown, tokens[at]!.content, env as Env);
}

function withInlineMarkdown(markdown: MarkdownIt, html: string, env: Env): string {
  let written = "";
  let at = 0;
  while (at < html.length) {
    const next = html.indexOf("<", at);
    const end = next < 0 ? html.length : next;
    written += textOf(markdown, html.slice(at, end), env);
    if (next < 0) break;
    at = endOfTag(html, next);
    written += html.slice(next, at);
  }
  return written;
}

function textOf(markdown: MarkdownIt, text: string, env: Env): string {
  return text.trim() === "" ? text : markdown.renderInline(text, env);
}

/** Where the tag or comment at `start` ends, or the element for one whose text is raw. */
function endOfTag(html: string, start: number): number {
  if (html.startsWith("<!--", start)) return after(html, "-->", start + 4);
  const end = after(html, ">", start);
  const name = TAG_NAME.exec(html.slice(start, start + 20))?.[1]?.toLowerCase();
  return name !== undefined && RAW.has(name) ? after(html, ">", after(html, `</${name}`, end)) : end;
}

function after(html: string, sign: string, from: number): number {
  const at = html.indexOf(sign, from);
  return at < 0 ? html.length : at + sign.length;
}
