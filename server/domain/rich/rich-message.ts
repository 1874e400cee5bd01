/** Makes a rich message out of Markdown, HTML or blocks. */
import { RICH_LIMITS, type RichMessage } from "@heliogram/shared/rich.ts";
import { clean } from "../text/clean.ts";
import { blocksOfHtml } from "./from-html.ts";
import { htmlOfMarkdown } from "./from-markdown.ts";
import { plainText, type PlainText } from "./plain-text.ts";
import { readBlocks, type RichFileInput } from "./read-blocks.ts";
import type { ButtonPolicy } from "./read-button.ts";
import { readMediaList } from "./media-list.ts";
import { refuseRich, RichError } from "./rich-error.ts";

/** Exactly one of `markdown`, `html` and `blocks` is present. */
export interface RichInput {
  readonly markdown?: string | undefined;
  readonly html?: string | undefined;
  readonly blocks?: unknown;
  /** The files to which the Markdown or HTML refers by their ids. */
  readonly media?: unknown;
  readonly is_rtl?: boolean | undefined;
  readonly skip_entity_detection?: boolean | undefined;
  /** Whether a person has typed the Markdown. */
  readonly typed?: boolean | undefined;
  /** Whether the message is a draft. */
  readonly draft?: boolean | undefined;
  /** Buttons are refused if it is left out. */
  readonly buttons?: ButtonPolicy | undefined;
}

export interface ReadRichMessage extends PlainText {
  readonly rich: RichMessage;
  /** The files of the blocks, by their places. */
  readonly files: readonly RichFileInput[];
}

/** @throws RichError with the sentence for the sender */
export function readRichMessage(input: RichInput): ReadRichMessage {
  const detect = input.skip_entity_detection !== true;
  const { draft = false, buttons = "none" } = input;
  const { blocks, files } = readBlocks(rawBlocks(input), { detect, draft, buttons });
  const plain = plainText(blocks);
  if (plain.text === "") throw new RichError("message text is empty");
  return { rich: { blocks, ...(input.is_rtl ? { is_rtl: true } : {}) }, files, ...plain };
}

function rawBlocks({ markdown, html, blocks, media, typed }: RichInput): unknown {
  const given = [markdown, html, blocks].filter((each) => each !== undefined);
  if (given.length !== 1) return refuseRich("exactly one of markdown, html and blocks must be specified");
  if (blocks !== undefined) return blocks;
  const markup = clean((markdown ?? html)!);
  if (markup.length > RICH_LIMITS.markup) throw new RichError("rich message is too long");
  const source = markdown === undefined ? markup : htmlOfMarkdown(markup, typed === true);
  return blocksOfHtml(source, readMediaList(media));
}
