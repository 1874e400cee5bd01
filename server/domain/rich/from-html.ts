/**
 * Turns Rich HTML into blocks, which `read-blocks.ts` then checks. Elements that rich messages do not have are left out,
 * and their content stays; there is no other way from HTML into a message.
 */
import { isRichFileType } from "@heliogram/shared/rich.ts";
import { buttonOf } from "./html-button.ts";
import { inlineOf, isFileElement, type Part, trimmedParts } from "./html-inline.ts";
import { parseHtmlTree, type HtmlElement, type HtmlNode } from "./html-tree.ts";
import { fileAt, type NamedFiles } from "./media-list.ts";

/** A block as `readBlocks` takes it. */
export type RawBlock = Readonly<Record<string, unknown>>;

/** Elements that Rich HTML does not have, whose content is blocks. */
const WITHOUT_MEANING: ReadonlySet<string> = new Set(
  "div section article main header nav body html address dl dt dd center".split(" "),
);
/** Elements that are blocks or contain blocks. Everything else is part of a text. */
const BLOCKS: ReadonlySet<string> = new Set([
  ..."p h1 h2 h3 h4 h5 h6 pre footer hr ul ol li blockquote aside table details tg-math-block tg-thinking".split(" "),
  ..."figure figcaption summary caption thead tbody tfoot tr th td tg-collage tg-slideshow".split(" "),
  ..."tg-map tg-button-row".split(" "),
  ...WITHOUT_MEANING,
]);
/** Whether an element is a block of Telegram's Rich HTML, or a part of one. */
export function isKnownBlock(name: string): boolean {
  return BLOCKS.has(name) && !WITHOUT_MEANING.has(name);
}

/** @param files - those to which addresses in the HTML can lead. @throws RichError */
export function blocksOfHtml(html: string, files: NamedFiles): RawBlock[] {
  const tree = parseHtmlTree(html);
  return new Converter(referencesIn(tree), files).blocks(tree);
}

/** The names of referenced texts: a link to one of them is no link to an anchor. */
function referencesIn(nodes: readonly HtmlNode[], names = new Set<string>()): ReadonlySet<string> {
  for (const node of nodes) {
    if (typeof node === "string") continue;
    if (node.name === "tg-reference" && node.attributes["name"]) names.add(node.attributes["name"]);
    referencesIn(node.children, names);
  }
  return names;
}

class Converter {
  readonly #references: ReadonlySet<string>;
  readonly #files: NamedFiles;

  constructor(references: ReadonlySet<string>, files: NamedFiles) {
    this.#references = references;
    this.#files = files;
  }

  /** The blocks of a container. Texts between its blocks are paragraphs. */
  blocks(nodes: readonly HtmlNode[]): RawBlock[] {
    const blocks: RawBlock[] = [];
    let line: HtmlNode[] = [];
    const endParagraph = (): void => {
      blocks.push(...this.#paragraph(line));
      line = [];
    };
    for (const node of nodes) {
      if (typeof node === "string" || !this.#isBlock(node)) {
        line.push(node);
        continue;
      }
      endParagraph();
      blocks.push(...this.#block(node));
    }
    endParagraph();
    return blocks;
  }

  /** Whether the element is a block, or a format around blocks, whose blocks then stand without the format. */
  #isBlock(element: HtmlElement): boolean {
    if (BLOCKS.has(element.name) || isFileElement(element)) return true;
    return element.children.some((child) => typeof child === "object" && this.#isBlock(child));
  }

  #paragraph(nodes: readonly HtmlNode[]): RawBlock[] {
    const parts = this.#text(nodes);
    if (parts.length === 0) return [];
    if (parts.every((part) => typeof part === "object" && part["type"] === "anchor")) return parts as RawBlock[];
    return [{ type: "paragraph", text: parts }];
  }

  #block(element: HtmlElement): RawBlock[] {
    const { name, children } = element;
    switch (name) {
      case "p":
        return this.#containsBlock(children) ? this.blocks(children) : this.#paragraph(children);
      case "h1":
      case "h2":
      case "h3":
      case "h4":
      case "h5":
      case "h6":
        return [{ type: "heading", text: this.#text(children), size: Number(name[1]) }];
      case "footer":
      case "tg-thinking":
        return [{ type: name === "footer" ? name : "thinking", text: this.#text(children) }];
      case "hr":
        return [{ type: "divider" }];
      case "pre":
        return [preformatted(element)];
      case "tg-math-block":
        return [{ type: "mathematical_expression", expression: textIn(children).trim() }];
      case "ul":
      case "ol":
        return [{ type: "list", items: this.#items(element) }];
      case "table":
        return [this.#table(element)];
      default:
        return isFileElement(element) ? [this.#file(element)] : this.#attachment(element);
    }
  }

  #attachment(element: HtmlElement): RawBlock[] {
    const { name, children } = element;
    switch (name) {
      case "figure":
        return this.#figure(children);
      case "tg-collage":
      case "tg-slideshow":
        return this.#gallery(name === "tg-collage" ? "collage" : "slideshow", children);
      case "tg-map":
        return [mapOf(element)];
      case "tg-button-row":
        return [this.#buttons(element)];
      default:
        return this.#quoteOrDetails(element);
    }
  }

  #quoteOrDetails({ name, attributes, children }: HtmlElement): RawBlock[] {
    switch (name) {
      case "blockquote":
      case "aside": {
        const { credit, rest } = this.#withoutCredit(children);
        if (name === "aside") return [{ type: "pullquote", text: this.#text(rest), ...credit }];
        return "expandable" in attributes
          ? [{ type: "expandable_blockquote", text: this.#text(rest), ...credit }]
          : [{ type: "blockquote", blocks: this.blocks(rest), ...credit }];
      }
      case "details": {
        const summary = children.find((child) => isNamed(child, "summary"));
        const rest = children.filter((child) => child !== summary);
        return [
          {
            type: "details",
            summary: this.#text(summary?.children ?? []),
            blocks: this.blocks(rest),
            ...("open" in attributes ? { is_open: true } : {}),
          },
        ];
      }
      default:
        return this.blocks(children);
    }
  }

  #file({ attributes }: HtmlElement): RawBlock {
    const { type, input } = fileAt(attributes["src"]!, this.#files);
    const { title } = attributes;
    return {
      type,
      [type]: input,
      ...("tg-spoiler" in attributes ? { has_spoiler: true } : {}),
      ...(title ? { caption: { text: title } } : {}),
    };
  }

  /** The first block has the caption, if it is one that can have a caption. */
  #figure(children: readonly HtmlNode[]): RawBlock[] {
    const { caption, rest } = this.#withoutCaption(children);
    const [first, ...others] = this.blocks(rest);
    if (!caption) return first ? [first, ...others] : [];
    if (first && (isRichFileType(first["type"]) || first["type"] === "map")) return [{ ...first, caption }, ...others];
    return [...(first ? [first] : []), ...others, { type: "paragraph", text: caption.text }];
  }

  /** Where it has other blocks than files, as links to pictures, it is these. */
  #gallery(type: "collage" | "slideshow", children: readonly HtmlNode[]): RawBlock[] {
    const { caption, rest } = this.#withoutCaption(children);
    const blocks = this.blocks(rest);
    const isWhole = blocks.length > 0 && blocks.every((block) => isRichFileType(block["type"]));
    if (isWhole) return [{ type, blocks, ...(caption ? { caption } : {}) }];
    return caption ? [...blocks, { type: "paragraph", text: caption.text }] : blocks;
  }

  #withoutCaption(children: readonly HtmlNode[]): {
    readonly caption?: { readonly text: Part[]; readonly credit?: Part[] };
    readonly rest: readonly HtmlNode[];
  } {
    const element = children.find((child) => isNamed(child, "figcaption"));
    if (!element) return { rest: children };
    const { credit, rest } = this.#withoutCredit(element.children);
    return { caption: { text: this.#text(rest), ...credit }, rest: children.filter((child) => child !== element) };
  }

  #buttons({ attributes, children }: HtmlElement): RawBlock {
    const buttons = children.filter((child) => isNamed(child, "tg-button"));
    const { align } = attributes;
    return {
      type: "buttons",
      buttons: buttons.map((button) => buttonOf(button, this.#text(button.children))),
      ...(align === undefined ? {} : { align }),
    };
  }

  #items({ name, attributes, children }: HtmlElement): RawBlock[] {
    const items = children.filter((child) => isNamed(child, "li"));
    const isOrdered = name === "ol";
    const step = "reversed" in attributes ? -1 : 1;
    let next = intOf(attributes["start"]) ?? (step < 0 ? items.length : 1);
    return items.map((item) => {
      const box = checkboxIn(item);
      const blocks = this.blocks(item.children);
      const checks = box ? { has_checkbox: true, ...("checked" in box.attributes ? { is_checked: true } : {}) } : {};
      if (!isOrdered) return { blocks, ...checks };
      const value = intOf(item.attributes["value"]) ?? next;
      next = value + step;
      return { blocks, ...checks, value, type: item.attributes["type"] ?? attributes["type"] ?? "1" };
    });
  }

  #table(table: HtmlElement): RawBlock {
    const { attributes } = table;
    const caption = table.children.find((child) => isNamed(child, "caption"));
    const sections = table.children.filter((child) => typeof child === "object");
    const rows = sections.flatMap((child) => (child.name === "tr" ? [child] : child.children));
    return {
      type: "table",
      cells: rows.filter((row) => isNamed(row, "tr")).map((row) => this.#row(row)),
      ...("bordered" in attributes ? { is_bordered: true } : {}),
      ...("striped" in attributes ? { is_striped: true } : {}),
      ...("compact" in attributes ? { is_compact: true } : {}),
      ...(caption ? { caption: this.#text(caption.children) } : {}),
    };
  }

  #row({ children }: HtmlElement): RawBlock[] {
    const cells = children.filter((child) => isNamed(child, "td") || isNamed(child, "th"));
    return cells.map(({ name, attributes, children: content }) => {
      const { colspan, rowspan, align, valign, style } = attributes;
      // Markdown's alignment becomes a style.
      const aligned = align ?? /^text-align:(left|center|right)$/.exec(style ?? "")?.[1];
      return {
        text: this.#text(content),
        ...(name === "th" ? { is_header: true } : {}),
        ...(intOf(colspan) === undefined ? {} : { colspan: intOf(colspan) }),
        ...(intOf(rowspan) === undefined ? {} : { rowspan: intOf(rowspan) }),
        ...(aligned === undefined ? {} : { align: aligned }),
        ...(valign === undefined ? {} : { valign }),
      };
    });
  }

  /** The content of a quote without its `<cite>`. */
  #withoutCredit(children: readonly HtmlNode[]): { credit: { credit?: Part[] }; rest: readonly HtmlNode[] } {
    const cite = children.find((child) => isNamed(child, "cite"));
    if (!cite) return { credit: {}, rest: children };
    return { credit: { credit: this.#text(cite.children) }, rest: children.filter((child) => child !== cite) };
  }

  #containsBlock(nodes: readonly HtmlNode[]): boolean {
    return nodes.some((node) => typeof node === "object" && this.#isBlock(node));
  }

  #text(nodes: readonly HtmlNode[]): Part[] {
    return trimmedParts(inlineOf(nodes, this.#references));
  }
}

function mapOf({ attributes }: HtmlElement): RawBlock {
  const { lat, long, zoom, width, height } = attributes;
  const numbers = Object.entries({ zoom, width, height }).filter(([, value]) => value !== undefined);
  return {
    type: "map",
    location: { latitude: numberOf(lat), longitude: numberOf(long) },
    ...Object.fromEntries(numbers.map(([name, value]) => [name, numberOf(value)])),
  };
}

/** A number; what is none is refused later. */
function numberOf(raw: string | undefined): number | undefined {
  return raw !== undefined && /^-?\d{1,5}(?:\.\d{1,20})?$/.test(raw.trim()) ? Number(raw) : Number.NaN;
}

function preformatted({ children }: HtmlElement): RawBlock {
  const code = children.find((child) => isNamed(child, "code"));
  const language = /(?:^|\s)language-(\S+)/.exec(code?.attributes["class"] ?? "")?.[1];
  const text = textIn(children).replace(/^\n/, "").replace(/\n$/, "");
  return { type: "pre", text, ...(language === undefined ? {} : { language }) };
}

/** The checkbox with which an item begins, at any depth. */
function checkboxIn(element: HtmlElement): HtmlElement | undefined {
  for (const child of element.children) {
    if (typeof child === "string") {
      if (child.trim() === "") continue;
      return undefined;
    }
    return isNamed(child, "input") && child.attributes["type"] === "checkbox" ? child : checkboxIn(child);
  }
  return undefined;
}

/** All characters within nodes. */
export function textIn(nodes: readonly HtmlNode[]): string {
  return nodes.map((node) => (typeof node === "string" ? node : textIn(node.children))).join("");
}

function isNamed(node: HtmlNode, name: string): node is HtmlElement {
  return typeof node === "object" && node.name === name;
}

function intOf(raw: string | undefined): number | undefined {
  return raw !== undefined && /^\s*[+-]?\d{1,10}\s*$/.test(raw) ? Number(raw) : undefined;
}
