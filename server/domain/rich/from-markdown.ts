/** Turns Rich Markdown into Rich HTML, which is then parsed as any other. */
import MarkdownIt, { type MarkdownIt as Parser } from "markdown-it";
import { RICH_LIMITS } from "@heliogram/shared/rich.ts";
import { refuseTooManyBlocks } from "./rich-error.ts";
import { footnotes } from "./markdown/footnotes.ts";
import { htmlBlocks } from "./markdown/html-blocks.ts";
import { math } from "./markdown/math.ts";
import { pairedMarks } from "./markdown/paired-marks.ts";
import { taskLists } from "./markdown/task-lists.ts";

/** The parser leaves out what is nested deeper. It is more than a message may have, which is refused later. */
const MAX_NESTING = 80;

/**
 * Of blocks: more than a message of the most blocks has, whose rows of a table have three for each cell. Their texts are
 * parsed after this check, which takes most of the time.
 */
const MAX_TOKENS = RICH_LIMITS.blocks * (3 * RICH_LIMITS.columns + 2);

const OF_PROGRAMS = parser(false);
const TYPED = parser(true);

/**
 * GitHub Flavored Markdown with the additions of Telegram.
 * @param typed - whether a person has typed it: the ends of lines stay, and HTML is text
 */
export function htmlOfMarkdown(markdown: string, typed: boolean): string {
  return (typed ? TYPED : OF_PROGRAMS).render(markdown);
}

function parser(typed: boolean): Parser {
  const markdown = new MarkdownIt({ html: !typed, breaks: typed, linkify: false, typographer: false });
  markdown.set({ maxNesting: MAX_NESTING });
  markdown.core.ruler.after("block", "limit", ({ tokens }) => {
    if (tokens.length > MAX_TOKENS) refuseTooManyBlocks();
  });
  markdown.use(pairedMarks).use(math).use(footnotes).use(taskLists).use(htmlBlocks);
  return markdown;
}
