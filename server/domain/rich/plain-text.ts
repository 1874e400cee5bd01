/**
 * The plain text of a rich message, with entities: for searches, notifications, quotes, and clients that do not know
 * rich messages.
 */
import {
  isRichFile,
  type RichBlock,
  type RichButton,
  type RichCaption,
  type RichListItem,
  type RichTable,
  type RichText,
  type RichTextNode,
} from "@heliogram/shared/rich.ts";
import { EntityParseError, type EntityMeaning, type MessageEntity } from "../text/entity.ts";
import { nestingOf } from "../text/entity-nesting.ts";
import { FILE_SIGNS } from "./file-signs.ts";
import { linkTarget } from "../text/link-target.ts";
import { normalizeEntities } from "../text/normalize-entities.ts";

/** As many as a text message has at most. */
const MAX_ENTITIES = 4096;
const RULE = "———";
/** Of a list within a list. */
const INDENT = "  ";
/** In place of what a text cannot show. */
const PIN = "📍";
const BOX = { checked: "☑ ", open: "☐ " } as const;

export interface PlainText {
  readonly text: string;
  readonly entities: readonly MessageEntity[];
}

export function plainText(blocks: readonly RichBlock[]): PlainText {
  const writer = new PlainWriter();
  writer.blocks(blocks, "\n\n");
  return writer.finish();
}

/** The characters of a formatted text alone. */
export function charactersOf(text: RichText): string {
  const writer = new PlainWriter();
  writer.rich(text);
  return writer.written;
}

class PlainWriter {
  #text = "";
  readonly #entities: MessageEntity[] = [];
  #isInQuote = false;
  /** How many lists are around. */
  #level = 0;

  get written(): string {
    return this.#text;
  }

  /** The text without white space at its end, and its entities as those of a text message. */
  finish(): PlainText {
    const text = this.#text.trimEnd();
    const within = this.#entities
      .map((entity) => ({ ...entity, length: Math.min(entity.length, text.length - entity.offset) }))
      .filter(({ length }) => length > 0);
    return { text, entities: normalized(within) };
  }

  blocks(blocks: readonly RichBlock[], between: string): void {
    for (const block of blocks) {
      if (block.type === "anchor") continue;
      this.#separate(between);
      this.#block(block);
    }
  }

  rich(text: RichText): void {
    if (typeof text === "string") this.#text += text;
    else if (isList(text)) for (const each of text) this.rich(each);
    else this.#node(text);
  }

  #separate(between: string): void {
    if (this.#text !== "" && !this.#text.endsWith(between)) this.#text += between;
  }

  #block(block: RichBlock): void {
    switch (block.type) {
      case "paragraph":
      case "footer":
      case "thinking":
        return this.rich(block.text);
      case "heading":
        return this.#marked({ type: "bold" }, () => this.rich(block.text));
      case "pre": {
        const { language } = block;
        return this.#marked(language === undefined ? { type: "pre" } : { type: "pre", language }, () =>
          this.#verbatim(block.text),
        );
      }
      case "divider":
        this.#text += RULE;
        return;
      case "mathematical_expression":
        return this.#marked({ type: "pre" }, () => this.#verbatim(block.expression));
      case "list":
        return this.#list(block.items);
      case "table":
        return this.#table(block);
      case "blockquote":
        return this.#quote("blockquote", () => this.blocks(block.blocks, "\n"), block.credit);
      case "expandable_blockquote":
      case "pullquote": {
        const type = block.type === "pullquote" ? "blockquote" : block.type;
        return this.#quote(type, () => this.rich(block.text), block.credit);
      }
      case "details":
        this.#marked({ type: "bold" }, () => this.rich(block.summary));
        return this.blocks(block.blocks, "\n");
      default:
        return this.#attachment(block);
    }
  }

  #attachment(block: RichBlock): void {
    switch (block.type) {
      case "map": {
        const { latitude, longitude } = block.location;
        return this.#captioned(`${PIN} ${latitude}, ${longitude}`, block.caption);
      }
      case "collage":
      case "slideshow":
        this.blocks(block.blocks, "\n");
        return this.#captioned("", block.caption);
      case "buttons":
        for (const [at, button] of block.buttons.entries()) {
          if (at > 0) this.#text += " ";
          this.#button(button);
        }
        return;
      default:
        if (isRichFile(block)) this.#captioned(FILE_SIGNS[block.type], block.caption);
    }
  }

  /** The caption is beside a sign for what it belongs to. */
  #captioned(sign: string, caption: RichCaption | undefined): void {
    this.#text += sign;
    if (caption === undefined) return;
    this.#text += sign === "" ? "\n" : " ";
    this.rich(caption.text);
    this.#credit(caption.credit);
  }

  #credit(credit: RichText | undefined): void {
    if (credit === undefined) return;
    this.#text += "\n— ";
    this.rich(credit);
  }

  #button({ text, url }: RichButton): void {
    this.#text += "[";
    const start = this.#text.length;
    this.rich(text);
    const target = url === undefined ? undefined : linkTarget(url);
    if (target?.type === "text_link") this.#add({ type: "text_link", url: target.url! }, start);
    this.#text += "]";
  }

  #list(items: readonly RichListItem[]): void {
    const indent = INDENT.repeat(this.#level);
    this.#level += 1;
    for (const [at, item] of items.entries()) {
      this.#text += `${at > 0 ? "\n" : ""}${indent}${item.label} `;
      if (item.has_checkbox) this.#text += item.is_checked ? BOX.checked : BOX.open;
      const [first, ...rest] = item.blocks;
      if (first && first.type !== "list") this.#block(first);
      this.blocks(first?.type === "list" ? item.blocks : rest, "\n");
    }
    this.#level -= 1;
  }

  #table({ cells, caption }: RichTable): void {
    if (caption !== undefined) this.#marked({ type: "bold" }, () => this.rich(caption));
    for (const row of cells) {
      this.#separate("\n");
      for (const [at, cell] of row.entries()) {
        if (at > 0) this.#text += " | ";
        if (cell.text !== undefined) this.rich(cell.text);
      }
    }
  }

  /** Quotes have no quotes within them. */
  #quote(type: "blockquote" | "expandable_blockquote", write: () => void, credit: RichText | undefined): void {
    const whole = (): void => {
      write();
      this.#credit(credit);
    };
    if (this.#isInQuote) return whole();
    this.#isInQuote = true;
    this.#marked({ type }, whole);
    this.#isInQuote = false;
  }

  #node(node: RichTextNode): void {
    if (node.type === "mathematical_expression") {
      return this.#marked({ type: "code" }, () => this.#verbatim(node.expression));
    }
    if (node.type === "custom_emoji") {
      const { custom_emoji_id, alternative_text } = node;
      return this.#marked({ type: "custom_emoji", custom_emoji_id }, () => this.#verbatim(alternative_text));
    }
    if (node.type === "anchor") return;
    if (node.type === "button") return this.#button(node.button);
    if (node.type === "code") return this.#marked({ type: "code" }, () => this.#verbatim(node.text));
    const start = this.#text.length;
    this.rich(node.text);
    const meaning = meaningOf(node, this.#text.slice(start));
    if (meaning) this.#add(meaning, start);
  }

  /** A text without its formats. */
  #verbatim(text: RichText): void {
    if (typeof text === "string") this.#text += text;
    else this.#text += charactersOf(text);
  }

  #marked(meaning: EntityMeaning, write: () => void): void {
    const start = this.#text.length;
    write();
    this.#add(meaning, start);
  }

  #add(meaning: EntityMeaning, offset: number): void {
    const length = this.#text.length - offset;
    if (length > 0) this.#entities.push({ ...meaning, offset, length });
  }
}

/** The entity that an inline part is in a text message, which has no sub- and superscripts, marks and anchors. */
function meaningOf(
  node: Exclude<RichTextNode, { type: "anchor" | "button" }>,
  shown: string,
): EntityMeaning | undefined {
  switch (node.type) {
    case "bold":
    case "italic":
    case "underline":
    case "strikethrough":
    case "spoiler":
    case "mention":
    case "hashtag":
    case "cashtag":
    case "bot_command":
      return { type: node.type };
    case "url":
      return node.url === shown || node.url === `http://${shown}`
        ? { type: "url" }
        : { type: "text_link", url: node.url };
    case "email_address":
      return node.email_address === shown
        ? { type: "email" }
        : { type: "text_link", url: `mailto:${node.email_address}` };
    case "phone_number":
      return node.phone_number === shown ? { type: node.type } : { type: "text_link", url: `tel:${node.phone_number}` };
    case "text_mention":
      return { type: node.type, user_id: node.user.id };
    case "date_time": {
      const { type, unix_time, date_time_format } = node;
      return { type, unix_time, date_time_format };
    }
    default:
      return undefined;
  }
}

/** Of more than a text message can have, those stay that lead somewhere. */
function normalized(entities: readonly MessageEntity[]): readonly MessageEntity[] {
  try {
    if (entities.length <= MAX_ENTITIES) return normalizeEntities(entities);
  } catch (error) {
    if (!(error instanceof EntityParseError)) throw error;
  }
  const fixed = entities.filter(({ type }) => nestingOf(type).kind === "other");
  return normalizeEntities(fixed.slice(0, MAX_ENTITIES));
}

function isList(text: RichText): text is readonly RichText[] {
  return Array.isArray(text);
}
