/**
 * Reads the blocks of a rich message. Blocks that a sender passes, and those that Markdown and HTML are parsed into, are
 * read here alike, so a stored message has only what this file knows.
 */
import {
  CELL_ALIGNS,
  CELL_VALIGNS,
  NUMBERINGS,
  isRichFileType,
  RICH_LIMITS,
  type Numbering,
  type RichBlock,
  type RichCaption,
  type RichFileType,
  type RichGallery,
  type RichListItem,
  type RichTable,
  type RichTableCell,
  type RichText,
} from "@heliogram/shared/rich.ts";
import { withDetected } from "./detect-in-rich.ts";
import { FILE_SIGNS } from "./file-signs.ts";
import { BULLET, labelOf } from "./list-labels.ts";
import { arrayOf, flags, intOf, objectOf, wordOf, type Members } from "./raw-members.ts";
import { readRichButton, type ButtonPolicy } from "./read-button.ts";
import { readMap } from "./read-map.ts";
import { refuseRich, refuseTooManyBlocks } from "./rich-error.ts";
import { memberOf, requireDepth, RichTextReader } from "./rich-text.ts";

export interface ReadOptions {
  /** Whether links and mentions are looked for in the texts. */
  readonly detect: boolean;
  /** Whether the message is a draft, which alone may have "thinking" blocks. */
  readonly draft: boolean;
  readonly buttons: ButtonPolicy;
}

/** A file that a block shows, as its sender passed it. */
export interface RichFileInput {
  readonly type: RichFileType;
  readonly input: Members;
}

export interface ReadBlocks {
  readonly blocks: readonly RichBlock[];
  /** The files, to which blocks refer by their places. */
  readonly files: readonly RichFileInput[];
}

const MAX_LANGUAGE = 64;
/** The numbers of an ordered list: those of HTML. */
const MAX_VALUE = 2 ** 31 - 1;

/** @throws RichError */
export function readBlocks(raw: unknown, options: ReadOptions): ReadBlocks {
  const reader = new BlockReader(options);
  return { blocks: reader.blocks(raw, 1), files: reader.files };
}

class BlockReader {
  readonly #options: ReadOptions;
  readonly #texts: RichTextReader;
  readonly files: RichFileInput[] = [];
  #count = 0;

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#texts = new RichTextReader(options.buttons);
  }

  blocks(raw: unknown, depth: number): RichBlock[] {
    return arrayOf(raw, "blocks").map((each) => this.#block(objectOf(each, "a block"), depth));
  }

  #block(raw: Members, depth: number): RichBlock {
    this.#countBlock();
    requireDepth(depth);
    const { type } = raw;
    switch (type) {
      case "paragraph":
      case "footer":
        return { type, text: this.#text(raw["text"], depth) };
      case "thinking":
        if (!this.#options.draft) return refuseRich('blocks of the type "thinking" belong to drafts alone');
        return { type, text: this.#text(raw["text"], depth) };
      case "heading":
        return { type, text: this.#text(raw["text"], depth), size: intOf(raw["size"], "size", 1, 6) };
      case "pre":
        return { type, text: this.#texts.read(raw["text"], depth), ...languageOf(raw) };
      case "divider":
        return { type };
      case "mathematical_expression":
        return { type, expression: this.#texts.source(raw["expression"], "expression") };
      case "anchor":
        return { type, name: memberOf(raw, "name") };
      case "list":
        return { type, items: this.#items(raw["items"], depth) };
      case "table":
        return this.#table(raw, depth);
      default:
        return this.#quoteOrDetails(raw, depth);
    }
  }

  #quoteOrDetails(raw: Members, depth: number): RichBlock {
    const { type } = raw;
    switch (type) {
      case "blockquote":
        return { type, blocks: this.blocks(raw["blocks"], depth + 1), ...this.#optionalText(raw, "credit", depth) };
      case "expandable_blockquote":
      case "pullquote":
        return { type, text: this.#text(raw["text"], depth), ...this.#optionalText(raw, "credit", depth) };
      case "map":
        return { ...readMap(raw), ...this.#caption(raw, depth) };
      case "collage":
      case "slideshow":
        return this.#gallery(type, raw, depth);
      case "buttons":
        return this.#buttons(raw, depth);
      case "details":
        return {
          type,
          summary: this.#text(raw["summary"], depth),
          blocks: this.blocks(raw["blocks"], depth + 1),
          ...flags(raw, "is_open"),
        };
      default:
        if (isRichFileType(type)) return this.#file(type, raw, depth);
        return typeof type === "string"
          ? refuseRich(`blocks of the type "${type.slice(0, 64)}" are not supported`)
          : refuseRich("a block has no type");
    }
  }

  #file(type: RichFileType, raw: Members, depth: number): RichBlock {
    const input = objectOf(raw[type], type);
    const has_spoiler = input["has_spoiler"] === true || raw["has_spoiler"] === true;
    // A draft is for everybody in the chat alike, and each account has identifiers of its own for files.
    if (this.#options.draft) return signOf(type, this.#caption(raw, depth).caption);
    const known = this.files.findIndex((each) => each.input === input);
    const file = known < 0 ? this.files.push({ type, input }) - 1 : known;
    if (this.files.length > RICH_LIMITS.files) refuseRich(`there are more than ${RICH_LIMITS.files} files`);
    return { type, file, ...(has_spoiler ? { has_spoiler: true } : {}), ...this.#caption(raw, depth) };
  }

  #gallery(type: RichGallery["type"], raw: Members, depth: number): RichBlock {
    const elements = arrayOf(raw["blocks"], "blocks").map((each) => objectOf(each, "a block"));
    if (elements.length === 0 || elements.some((each) => !isRichFileType(each["type"]))) {
      return refuseRich(`a ${type} is expected to have blocks with files alone`);
    }
    const blocks = this.blocks(elements, depth + 1);
    if (this.#options.draft) return { type: "blockquote", blocks };
    return { type, blocks, ...this.#caption(raw, depth) };
  }

  #buttons(raw: Members, depth: number): RichBlock {
    const given = arrayOf(raw["buttons"], "buttons");
    const most = RICH_LIMITS.buttons;
    if (given.length === 0 || given.length > most) return refuseRich(`a row is expected to have 1 to ${most} buttons`);
    const buttons = given.map((each) => readRichButton(each, this.#options.buttons, this.#texts, depth + 1));
    const { align } = raw;
    return {
      type: "buttons",
      buttons,
      ...(align === undefined || align === null ? {} : { align: wordOf(align, "align", CELL_ALIGNS, "left") }),
    };
  }

  #caption(raw: Members, depth: number): { readonly caption?: RichCaption } {
    if (raw["caption"] === undefined || raw["caption"] === null) return {};
    const caption = objectOf(raw["caption"], "caption");
    return { caption: { text: this.#text(caption["text"], depth), ...this.#optionalText(caption, "credit", depth) } };
  }

  #items(raw: unknown, depth: number): RichListItem[] {
    let last = 0;
    return arrayOf(raw, "items").map((each) => {
      this.#countBlock();
      const item = objectOf(each, "an item");
      const blocks = this.blocks(item["blocks"], depth + 1);
      const { is_checked } = flags(item, "is_checked");
      const box =
        item["has_checkbox"] === true ? { has_checkbox: true as const, ...(is_checked && { is_checked }) } : {};
      if (item["value"] === undefined && item["type"] === undefined) return { label: BULLET, blocks, ...box };
      const value = item["value"] === undefined ? last + 1 : intOf(item["value"], "value", -MAX_VALUE, MAX_VALUE);
      last = value;
      const type = wordOf<Numbering>(item["type"], "type", NUMBERINGS, "1");
      return { label: labelOf(value, type), blocks, ...box, value, type };
    });
  }

  #table(raw: Members, depth: number): RichTable {
    const rows = arrayOf(raw["cells"], "cells");
    const cells = rows.map((row) => {
      this.#countBlock();
      const read = arrayOf(row, "a row").map((cell) => this.#cell(objectOf(cell, "a cell"), depth, rows.length));
      const columns = read.reduce((sum, { colspan = 1 }) => sum + colspan, 0);
      if (columns > RICH_LIMITS.columns) refuseRich(`a table has more than ${RICH_LIMITS.columns} columns`);
      return read;
    });
    return {
      type: "table",
      cells,
      ...flags(raw, "is_bordered", "is_striped", "is_compact"),
      ...this.#optionalText(raw, "caption", depth),
    };
  }

  #cell(raw: Members, depth: number, rows: number): RichTableCell {
    const colspan = intOf(raw["colspan"] ?? 1, "colspan", 1, RICH_LIMITS.columns);
    const rowspan = Math.min(intOf(raw["rowspan"] ?? 1, "rowspan", 1, RICH_LIMITS.blocks), rows);
    return {
      ...this.#optionalText(raw, "text", depth),
      ...flags(raw, "is_header"),
      ...(colspan > 1 ? { colspan } : {}),
      ...(rowspan > 1 ? { rowspan } : {}),
      align: wordOf(raw["align"], "align", CELL_ALIGNS, "left"),
      valign: wordOf(raw["valign"], "valign", CELL_VALIGNS, "top"),
    };
  }

  #text(raw: unknown, depth: number): RichText {
    const text = this.#texts.read(raw, depth);
    return this.#options.detect ? withDetected(text) : text;
  }

  #optionalText<N extends string>(raw: Members, name: N, depth: number): { readonly [K in N]?: RichText } {
    if (raw[name] === undefined || raw[name] === null) return {};
    return { [name]: this.#text(raw[name], depth) } as { readonly [K in N]?: RichText };
  }

  #countBlock(): void {
    this.#count += 1;
    if (this.#count > RICH_LIMITS.blocks) refuseTooManyBlocks();
  }
}

function languageOf(raw: Members): { readonly language?: string } {
  const { language } = raw;
  if (language === undefined || language === null || language === "") return {};
  if (typeof language !== "string" || language.length > MAX_LANGUAGE) return refuseRich("invalid language");
  return { language: memberOf(raw, "language") };
}

/** What a draft shows of a file. */
function signOf(type: RichFileType, caption: RichCaption | undefined): RichBlock {
  return { type: "paragraph", text: caption ? [`${FILE_SIGNS[type]} `, caption.text] : FILE_SIGNS[type] };
}
