/** Rich messages: blocks of formatted text. */
import {
  CELL_ALIGNS,
  CELL_VALIGNS,
  MAP_ZOOMS,
  NUMBERINGS,
  RICH_BUTTON_STYLES,
  RICH_FILES,
  RICH_FORMATS,
  RICH_LINKS,
  type RichBlock as Block,
  type RichButton as Button,
  type RichText as Text,
} from "../rich.ts";
import { FILES } from "./files.ts";
import { Location } from "./locations.ts";
import { InlineKeyboardButton } from "./markup.ts";
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
  optionals,
  propertiesOf,
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

/** As the button of a keyboard, apart from the text and the look. */
const { text: _text, style: _style, icon_custom_emoji_id: _icon, ...ACTIONS } = propertiesOf(InlineKeyboardButton);

export const RichMessageButton = named(
  "RichMessageButton",
  object({
    text: note(text, "A text without formats, with custom emoji and times."),
    style: optional(oneOf(RICH_BUTTON_STYLES), "`link` is for callback buttons alone."),
    ...optionals(ACTIONS),
  }) as Schema<Button>,
);
export type RichMessageButton = Button;

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
      object({ type: constant("button"), button: RichMessageButton }),
    ]),
    "A text, several texts in order, or a text with a format, which has a `type`.",
  ) as Schema<Text>,
);
export type RichText = Text;

const credit = optional(text, "Who is quoted.");

export const RichBlockCaption = named("RichBlockCaption", object({ text, credit }));
export interface RichBlockCaption extends TypeOf<typeof RichBlockCaption> {}
const caption = optional(RichBlockCaption);

const FILE_BLOCKS = Object.entries(RICH_FILES).map(([type, kind]) =>
  object({
    type: constant(type),
    [type]: FILES[kind],
    has_spoiler: optional(yes, "Of photos, videos and animations: covered until the viewer reveals it."),
    caption,
  } as Record<string, Schema>),
);

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
    object({
      type: constant("map"),
      location: Location,
      zoom: note(int, `${MAP_ZOOMS.min} to ${MAP_ZOOMS.max}.`),
      width: int,
      height: int,
      caption,
    }),
    ...FILE_BLOCKS,
    object({ type: oneOf(["collage", "slideshow"]), blocks, caption }),
    object({ type: constant("buttons"), buttons: list(RichMessageButton), align: optional(oneOf(CELL_ALIGNS)) }),
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
