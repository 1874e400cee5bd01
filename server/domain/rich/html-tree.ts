/** Parses HTML into a tree of elements and texts, with a bounded depth. */
import { Parser } from "htmlparser2";
import { refuseRich } from "./rich-error.ts";

/** Closing tags look for their opening tag among all open elements, so that a deep tree would take quadratic time. */
const MAX_DEPTH = 100;
/** Elements whose content is no text of the message. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set(["script", "style", "title", "head", "template"]);

export interface HtmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: HtmlNode[];
}
export type HtmlNode = string | HtmlElement;

/** @throws RichError for elements that are nested too deeply */
export function parseHtmlTree(html: string): HtmlNode[] {
  const root: HtmlElement = { name: "", attributes: {}, children: [] };
  const open: HtmlElement[] = [root];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (open.length > MAX_DEPTH) refuseRich("elements are nested too deeply");
        const element = { name, attributes, children: [] };
        open.at(-1)!.children.push(element);
        open.push(element);
      },
      ontext(text) {
        const parent = open.at(-1)!;
        if (!WITHOUT_TEXT.has(parent.name)) parent.children.push(text);
      },
      onclosetag() {
        open.pop();
      },
    },
    { decodeEntities: true, recognizeSelfClosing: true },
  );
  parser.end(html);
  return root.children;
}
