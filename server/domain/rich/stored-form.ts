/**
 * The short form of rich messages, in which the store keeps them: texts and cells of tables are arrays without names of
 * members. A table of 500 rows and 20 columns then takes a tenth of its JSON.
 */
import {
  CELL_ALIGNS,
  CELL_VALIGNS,
  type RichMessage,
  type RichTableCell,
  type RichText,
  type RichTextNode,
} from "@heliogram/shared/rich.ts";

/** The members of each kind of text after its number. Stored messages have the numbers and the order: never change one. */
const SHAPES: { readonly [K in RichTextNode["type"]]: readonly [number, ...string[]] } = {
  bold: [1, "text"],
  italic: [2, "text"],
  underline: [3, "text"],
  strikethrough: [4, "text"],
  spoiler: [5, "text"],
  subscript: [6, "text"],
  superscript: [7, "text"],
  marked: [8, "text"],
  code: [9, "text"],
  url: [10, "text", "url"],
  email_address: [11, "text", "email_address"],
  phone_number: [12, "text", "phone_number"],
  mention: [13, "text", "username"],
  hashtag: [14, "text", "hashtag"],
  cashtag: [15, "text", "cashtag"],
  bot_command: [16, "text", "bot_command"],
  anchor_link: [17, "text", "anchor_name"],
  reference: [18, "text", "name"],
  reference_link: [19, "text", "reference_name"],
  text_mention: [20, "text", "user"],
  date_time: [21, "text", "unix_time", "date_time_format"],
  custom_emoji: [22, "custom_emoji_id", "alternative_text"],
  mathematical_expression: [23, "expression"],
  anchor: [24, "name"],
  button: [25, "button"],
};
const TYPES = new Map(Object.entries(SHAPES).map(([type, [number, ...members]]) => [number, { type, members }]));
/** In place of the number: a list of texts. */
const LIST = 0;

type Walk = (value: unknown) => unknown;
/** The members of blocks and items that have a form of their own; everything else is what it contains. */
type Forms = Readonly<Record<string, Walk>>;

const packRows: Walk = (rows) => (rows as readonly RichTableCell[][]).map((row) => row.map(packCell));
const PACKING: Forms = { ...textMembers(packText), cells: packRows };
const unpackRows: Walk = (rows) => (rows as readonly unknown[][]).map((row) => row.map(unpackCell));
const UNPACKING: Forms = { ...textMembers(unpackText), cells: unpackRows };

/** The short form of a message. */
export function storedRich(rich: RichMessage): unknown {
  return walk(rich, PACKING);
}

/** The message of a short form. Messages from before this form are as they were. */
export function richOfStored(stored: unknown): RichMessage {
  return walk(stored, UNPACKING) as RichMessage;
}

function textMembers(form: Walk): Forms {
  return { text: form, summary: form, credit: form, caption: form };
}

function walk(value: unknown, forms: Forms): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => walk(each, forms));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      Object.hasOwn(forms, name) ? forms[name]!(each) : walk(each, forms),
    ]),
  );
}

function packText(text: unknown): unknown {
  if (typeof text !== "object" || text === null) return text;
  if (Array.isArray(text)) return [LIST, ...text.map(packText)];
  const { type } = text as { readonly type?: RichTextNode["type"] };
  // A caption consists of a text and a credit.
  if (type === undefined) return walk(text, PACKING);
  const [number, ...members] = SHAPES[type];
  const node = text as Readonly<Record<string, unknown>>;
  return [number, ...members.map((name) => (name === "text" ? packText(node[name]) : node[name]))];
}

function unpackText(stored: unknown): unknown {
  if (typeof stored !== "object" || stored === null) return stored;
  if (!Array.isArray(stored)) return walk(stored, UNPACKING);
  const [first, ...rest] = stored as readonly unknown[];
  if (first === LIST) return rest.map(unpackText);
  if (typeof first !== "number") return stored.map(unpackText);
  const { type, members } = TYPES.get(first)!;
  const values = members.map((name, at) => [name, name === "text" ? unpackText(rest[at]) : rest[at]]);
  return { type, ...(Object.fromEntries(values) as object) };
}

/** `[text, number, colspan, rowspan]`, without what is as usual at the end; the text alone where nothing else is left. */
function packCell({ text, is_header, colspan = 1, rowspan = 1, align, valign }: RichTableCell): unknown {
  const place = CELL_ALIGNS.indexOf(align) + CELL_ALIGNS.length * CELL_VALIGNS.indexOf(valign);
  const cell = [text === undefined ? null : packText(text), 2 * place + (is_header ? 1 : 0), colspan, rowspan];
  while (cell.length > 1 && cell.at(-1) === (cell.length === 2 ? 0 : 1)) cell.pop();
  return cell.length === 1 && typeof text === "string" ? text : cell;
}

function unpackCell(stored: unknown): RichTableCell {
  if (typeof stored === "string") return { text: stored, align: CELL_ALIGNS[0], valign: CELL_VALIGNS[0] };
  if (!Array.isArray(stored)) return walk(stored, UNPACKING) as RichTableCell;
  const [text, number = 0, colspan = 1, rowspan = 1] = stored as [unknown, number?, number?, number?];
  const place = number >> 1;
  return {
    ...(text === null ? {} : { text: unpackText(text) as RichText }),
    ...(number % 2 === 1 ? { is_header: true } : {}),
    ...(colspan > 1 ? { colspan } : {}),
    ...(rowspan > 1 ? { rowspan } : {}),
    align: CELL_ALIGNS[place % CELL_ALIGNS.length]!,
    valign: CELL_VALIGNS[Math.floor(place / CELL_ALIGNS.length)]!,
  };
}
