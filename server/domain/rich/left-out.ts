/** What of Rich Markdown and Rich HTML is left out of the message, or is another thing there. */
import { isKnownBlock } from "./from-html.ts";
import { htmlOfMarkdown } from "./from-markdown.ts";
import { isKnownInline, isMedia } from "./html-inline.ts";
import { parseHtmlTree, type HtmlNode } from "./html-tree.ts";
import { RichError } from "./rich-error.ts";

export interface LeftOut {
  /** Names of elements that are left out, or whose content alone stays. Each once. */
  readonly elements: ReadonlySet<string>;
  /** Whether media have become links. */
  readonly media: boolean;
}

/** @returns `undefined` for markup that cannot be read */
export function leftOutOf(markup: string, kind: "markdown" | "html"): LeftOut | undefined {
  try {
    const tree = parseHtmlTree(kind === "html" ? markup : htmlOfMarkdown(markup, false));
    const elements = new Set<string>();
    return { media: search(tree, elements), elements };
  } catch (error) {
    if (error instanceof RichError) return undefined;
    throw error;
  }
}

/** Adds the names. @returns whether there are media */
function search(nodes: readonly HtmlNode[], elements: Set<string>): boolean {
  let media = false;
  for (const node of nodes) {
    if (typeof node === "string") continue;
    const { name, attributes, children } = node;
    if (!isKnownBlock(name) && !isKnownInline(name)) elements.add(name);
    media = search(children, elements) || isMedia(name, attributes) || media;
  }
  return media;
}
