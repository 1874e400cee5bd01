/** Rich messages: blocks of formatted text. */
import {
  CELL_ALIGNS,
  CELL_VALIGNS,
  NUMBERINGS,
  RICH_FORMATS,
  RICH_LINKS,
  type RichBlock as Block,
  type RichText as Text,
} from "../rich.ts";
import {
  bool,
  constant,
  int,
  list,
  named,
  note,
  object,
  oneOf,
  optional,
  reference,
  str,
  time,
  union,
  yes,
  type Schema,
  type TypeOf,
} from "./schema.ts";
import { User } from "./users.ts";

const text = reference<Text>("RichText");
const blocks = list(reference<Block>("RichBlock"));

const LINKS = Object.entries(RICH_LINKS).map(([type, member]) =>
  object({ type: constant(type), text, [member]: str } as Record<string, Schema>),
);

export const RichText = named(
  "RichText",
  note(
    union([
      str,
      list(text),
      object({ type: oneOf(RICH_FORMATS), text }),
      ...LINKS,
      object({ type: constant("text_mention"), text, user: User }),
      object({ type: constant("date_time"), text, unix_time: time, date_time_format: str }),
      object({ type: constant("custom_emoji"), custom_emoji_id: str, alternative_text: str }),
      object({ type: constant("mathematical_expression"), expression: note(str, "LaTeX.") }),
      object({ type: constant("anchor"), name: str }),
    ]),
    "A text, several texts in order, or a text with a format, which has a `type`.",
  ) as Schema<Text>,
);
export type RichText = Text;

const credit = optional(text, "Who is quoted.");

const ListItem = object({
  label: note(str, "The number or the bullet before the item."),
  blocks,
  has_checkbox: optional(yes),
  is_checked: optional(yes),
  value: optional(int, "The number of an item of an ordered list."),
  type: optional(oneOf(NUMBERINGS), "How an ordered list is numbered."),
});

const TableCell = object({
  text: optional(text),
  is_header: optional(yes),
  colspan: optional(int),
  rowspan: optional(int),
  align: oneOf(CELL_ALIGNS),
  valign: oneOf(CELL_VALIGNS),
});

export const RichBlock = named(
  "RichBlock",
  union([
    object({ type: oneOf(["paragraph", "footer", "thinking"]), text }),
    object({ type: constant("heading"), text, size: note(int, "From 1, the largest, to 6.") }),
    object({ type: constant("pre"), text, language: optional(str) }),
    object({ type: constant("divider") }),
    object({ type: constant("mathematical_expression"), expression: note(str, "LaTeX.") }),
    object({ type: constant("anchor"), name: str }),
    object({ type: constant("list"), items: list(ListItem) }),
    object({ type: constant("blockquote"), blocks, credit }),
    object({ type: oneOf(["expandable_blockquote", "pullquote"]), text, credit }),
    object({
      type: constant("table"),
      cells: list(list(TableCell)),
      is_bordered: optional(yes),
      is_striped: optional(yes),
      is_compact: optional(yes),
      caption: optional(text),
    }),
    object({ type: constant("details"), summary: text, blocks, is_open: optional(yes) }),
  ]) as Schema<Block>,
);
export type RichBlock = Block;

export const RichMessage = named(
  "RichMessage",
  object({ blocks: list(RichBlock), is_rtl: optional(yes, "Shown from right to left.") }),
);
export interface RichMessage extends TypeOf<typeof RichMessage> {}

export const InputRichMessage = named(
  "InputRichMessage",
  note(
    object({
      markdown: optional(str, "GitHub Flavored Markdown with Telegram's additions."),
      html: optional(str),
      blocks: optional(blocks),
      is_rtl: optional(bool),
      skip_entity_detection: optional(bool, "Find no links, mentions, hashtags and commands in the texts."),
    }),
    "Exactly one of `markdown`, `html` and `blocks`.",
  ),
);
