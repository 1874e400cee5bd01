/** Rich messages: blocks of formatted text, as the service stores them and clients show them (behaviour.md §4). */

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
  | { readonly type: "anchor"; readonly name: string };

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
