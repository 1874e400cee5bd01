/** Rich messages: blocks of formatted text, as the service stores them and clients show them (behaviour.md §4). */

import type { ButtonStyle } from "./buttons.ts";
import type { FileKind } from "./files.ts";
import type { FileObject, PhotoSize } from "./wire/files.ts";
import type { InlineKeyboardButton } from "./wire/markup.ts";

/** Limits of one message, those of Telegram. */
export const RICH_LIMITS = {
  /** UTF-16 units of Markdown or HTML: markup is as long as the longest text at most. */
  markup: 65_536,
  /** Unicode characters of the texts, with formula sources and the alternatives of custom emoji. */
  characters: 32_768,
  /** Blocks, with list items and table rows. */
  blocks: 500,
  /** Levels of blocks and formats within each other. */
  depth: 16,
  /** Columns of a table. */
  columns: 20,
  /** Buttons of a row. */
  buttons: 8,
  /** Files, in whatever blocks. */
  files: 50,
} as const;

/** A text with formats within each other. */
export type RichText = string | readonly RichText[] | RichTextNode;

/** The formats without further members. */
export const RICH_FORMATS = [
  "bold",
  "italic",
  "underline",
  "strikethrough",
  "spoiler",
  "subscript",
  "superscript",
  "marked",
  "code",
] as const;
export type RichFormat = (typeof RICH_FORMATS)[number];

/** The formats with one more member, which says what the text leads to or stands for. */
export const RICH_LINKS = {
  url: "url",
  email_address: "email_address",
  phone_number: "phone_number",
  mention: "username",
  hashtag: "hashtag",
  cashtag: "cashtag",
  bot_command: "bot_command",
  anchor_link: "anchor_name",
  reference: "name",
  reference_link: "reference_name",
} as const;
export type RichLink = keyof typeof RICH_LINKS;

type LinkNode = {
  [K in RichLink]: { readonly type: K; readonly text: RichText } & { readonly [M in (typeof RICH_LINKS)[K]]: string };
}[RichLink];

export type RichTextNode =
  | { readonly type: RichFormat; readonly text: RichText }
  | LinkNode
  /** Stored with the id of the account alone; a viewer gets the user. */
  | { readonly type: "text_mention"; readonly text: RichText; readonly user: { readonly id: number } }
  | {
      readonly type: "date_time";
      readonly text: RichText;
      readonly unix_time: number;
      readonly date_time_format: string;
    }
  | { readonly type: "custom_emoji"; readonly custom_emoji_id: string; readonly alternative_text: string }
  | { readonly type: "mathematical_expression"; readonly expression: string }
  | { readonly type: "anchor"; readonly name: string }
  | { readonly type: "button"; readonly button: RichButton };

/** The styles of buttons in a message; `link` is shown as words, and of callback buttons alone. */
export const RICH_BUTTON_STYLES = ["primary", "success", "danger", "link"] as const satisfies readonly (
  | ButtonStyle
  | "link"
)[];

/** A button in the text, with the action of one in a keyboard. Its text has no formats, but emoji and times. */
export type RichButton = Omit<InlineKeyboardButton, "text" | "style" | "icon_custom_emoji_id"> & {
  readonly text: RichText;
  readonly style?: (typeof RICH_BUTTON_STYLES)[number];
};

export const CELL_ALIGNS = ["left", "center", "right"] as const;
export const CELL_VALIGNS = ["top", "middle", "bottom"] as const;

export interface RichTableCell {
  /** Absent of a cell that is not shown. */
  readonly text?: RichText;
  readonly is_header?: true;
  /** Present if more than 1, as `rowspan`. */
  readonly colspan?: number;
  readonly rowspan?: number;
  readonly align: (typeof CELL_ALIGNS)[number];
  readonly valign: (typeof CELL_VALIGNS)[number];
}

/** How the items of an ordered list are numbered, as the `type` of HTML's lists. */
export const NUMBERINGS = ["1", "a", "A", "i", "I"] as const;
export type Numbering = (typeof NUMBERINGS)[number];

export interface RichListItem {
  /** The number or the bullet before the item. */
  readonly label: string;
  readonly blocks: readonly RichBlock[];
  readonly has_checkbox?: true;
  readonly is_checked?: true;
  /** Of an ordered list, as `type`. */
  readonly value?: number;
  readonly type?: Numbering;
}

export interface RichTable {
  readonly type: "table";
  readonly cells: readonly (readonly RichTableCell[])[];
  readonly is_bordered?: true;
  readonly is_striped?: true;
  readonly is_compact?: true;
  readonly caption?: RichText;
}

/** The words below a map, and whose they are. */
export interface RichCaption {
  readonly text: RichText;
  readonly credit?: RichText;
}

/** Levels of detail of a map. */
export const MAP_ZOOMS = { min: 13, max: 20, usual: 15 } as const;

export interface RichMap {
  readonly type: "map";
  readonly location: { readonly latitude: number; readonly longitude: number; readonly horizontal_accuracy?: number };
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
  readonly caption?: RichCaption;
}

/** The blocks with a file, each with the kind of its file. */
export const RICH_FILES = {
  photo: "photo",
  video: "video",
  animation: "animation",
  audio: "audio",
  document: "document",
  voice_note: "voice",
} as const satisfies Readonly<Record<string, FileKind>>;
export type RichFileType = keyof typeof RICH_FILES;

/** Whether blocks of this type show a file. */
export function isRichFileType(type: unknown): type is RichFileType {
  return typeof type === "string" && Object.hasOwn(RICH_FILES, type);
}

export function isRichFile(block: RichBlock): block is RichFile {
  return isRichFileType(block.type);
}

/** The file itself is in the member that is named as the type. */
export type RichFile = {
  readonly type: RichFileType;
  readonly has_spoiler?: true;
  readonly caption?: RichCaption;
  /** Stored in place of the file: its place among those of the message. */
  readonly file?: number;
} & { readonly [K in RichFileType]?: K extends "photo" ? readonly PhotoSize[] : FileObject };

export interface RichGallery {
  readonly type: "collage" | "slideshow";
  readonly blocks: readonly RichBlock[];
  readonly caption?: RichCaption;
}

export interface RichButtons {
  readonly type: "buttons";
  readonly buttons: readonly RichButton[];
  readonly align?: (typeof CELL_ALIGNS)[number];
}

export type RichBlock =
  | { readonly type: "paragraph" | "footer" | "thinking"; readonly text: RichText }
  /** The size is 1, the largest, to 6. */
  | { readonly type: "heading"; readonly text: RichText; readonly size: number }
  | { readonly type: "pre"; readonly text: RichText; readonly language?: string }
  | { readonly type: "divider" }
  | { readonly type: "mathematical_expression"; readonly expression: string }
  | { readonly type: "anchor"; readonly name: string }
  | { readonly type: "list"; readonly items: readonly RichListItem[] }
  | { readonly type: "blockquote"; readonly blocks: readonly RichBlock[]; readonly credit?: RichText }
  | { readonly type: "expandable_blockquote" | "pullquote"; readonly text: RichText; readonly credit?: RichText }
  | RichTable
  | RichMap
  | RichFile
  | RichGallery
  | RichButtons
  | {
      readonly type: "details";
      readonly summary: RichText;
      readonly blocks: readonly RichBlock[];
      readonly is_open?: true;
    };

export interface RichMessage {
  readonly blocks: readonly RichBlock[];
  readonly is_rtl?: true;
}
