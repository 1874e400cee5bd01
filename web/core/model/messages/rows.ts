/** Builds the rows of a chat from messages: days, groups of one sender, albums, and the line above unread messages. */
import type { Message, User } from "@heliogram/shared/wire.ts";
import { isService } from "./content.ts";
import { continuesMoves } from "./member-moves.ts";
import { senderOf } from "../people/names.ts";
import { asMessages } from "./outgoing-messages.ts";
import { sendKeyOf, type Outgoing } from "./outgoing.ts";
import type { StreamedDraft } from "./streamed-draft.ts";

export interface PostRow {
  readonly kind: "post";
  readonly key: string;
  /** One message, or the messages of an album. */
  readonly messages: readonly [Message, ...Message[]];
  /** While it is being sent. */
  readonly outgoing: Outgoing | undefined;
  readonly isOwn: boolean;
  /** Whether the row begins or ends a group of one sender. */
  readonly first: boolean;
  readonly last: boolean;
}

export interface ServiceRow {
  readonly kind: "service";
  readonly key: string;
  /** One message, or a run of messages about who came or went, which one line tells. */
  readonly messages: readonly [Message, ...Message[]];
}

export interface DraftRow {
  readonly kind: "draft";
  readonly key: string;
  readonly draft: StreamedDraft;
  /** Whether another sender's message, or none, is before it. */
  readonly first: boolean;
}

export type Row =
  | PostRow
  | { readonly kind: "day"; readonly key: string; readonly at_ms: number }
  | { readonly kind: "unread"; readonly key: string }
  | ServiceRow
  | DraftRow;

export interface RowsInput {
  readonly messages: readonly Message[];
  readonly outgoing: readonly Outgoing[];
  readonly me: User;
  /** Whether the first message of the chat is loaded; otherwise the start of the first row is unknown. */
  readonly reachesStart: boolean;
  /** Unread messages come after this one; `undefined` shows no line. */
  readonly unread_after: number | undefined;
  readonly dayOf: (at_ms: number) => number;
}

/** A pause of this many seconds ends a group. */
const PAUSE_S = 600;

export interface Item {
  readonly message: Message;
  readonly outgoing: Outgoing | undefined;
}

/** Items, and the rows built from them. */
export interface BuiltRows {
  readonly items: readonly Item[];
  readonly rows: readonly Row[];
  /** For each row, the index of the first item built into it. */
  readonly starts: readonly number[];
  /** The index of the item below the unread line. */
  readonly line: number | undefined;
}

/** Rows that can be reused, and the index of the first item that is not in them. */
export interface RowsPrefix extends Omit<BuiltRows, "items"> {
  readonly from: number;
}

export const EMPTY_PREFIX: RowsPrefix = { rows: [], starts: [], line: undefined, from: 0 };

export function rowsOf(input: RowsInput): Row[] {
  return visibleRows(buildRows(input, itemsOf(input)), input);
}

export function itemsOf({ messages, outgoing, me }: RowsInput): Item[] {
  const arrived = outgoing.length > 0 ? messages.filter(hasArrived(outgoing)) : messages;
  return [
    ...arrived.map((message) => ({ message, outgoing: undefined })),
    ...outgoing.flatMap((each) => asMessages(each, me).map((message) => ({ message, outgoing: each }))),
  ];
}

/** Builds rows from items, starting with the reused ones. */
export function buildRows(input: RowsInput, items: readonly Item[], prefix = EMPTY_PREFIX): BuiltRows {
  const { dayOf, me } = input;
  const { from } = prefix;
  const rows = [...prefix.rows];
  const starts = [...prefix.starts];
  const dayAt = (index: number) => dayOf(items[index]!.message.date * 1000);
  let day = from > 0 ? dayAt(from - 1) : input.reachesStart || items.length === 0 ? Number.NaN : dayAt(0);
  const line = prefix.line ?? unreadLineIndex(items, input, from);
  for (let index = from; index < items.length; index++) {
    const item = items[index]!;
    const at = dayAt(index);
    if (at !== day) rows.push({ kind: "day", key: `day${at}`, at_ms: (day = at) });
    if (index === line) rows.push({ kind: "unread", key: "unread" });
    appendItem(rows, item, me);
    while (starts.length < rows.length) starts.push(index);
  }
  return { items, rows, starts, line };
}

/** The rows that are shown. */
export function visibleRows({ rows }: BuiltRows, { reachesStart }: RowsInput): Row[] {
  return reachesStart ? [...rows] : withoutOldest(rows);
}

/**
 * Hides the oldest loaded message: whether it begins a day, a group or an album is unknown until the previous message
 * is loaded. If it were shown, its row would change then and shift everything below.
 */
function withoutOldest(rows: readonly Row[]): Row[] {
  const others = rows.toSpliced(rows.findIndex(isMessageRow), 1);
  return others.some(isMessageRow) ? others : [...rows];
}

function isMessageRow({ kind }: Row): boolean {
  return kind === "post" || kind === "service";
}

/** The first messages of an album may arrive before its last one. Until then, the album is shown as outgoing. */
function hasArrived(outgoing: readonly Outgoing[]): (message: Message) => boolean {
  const keys = new Set(outgoing.map(({ key }) => key));
  return ({ client_key }) => client_key === undefined || !keys.has(sendKeyOf(client_key));
}

/**
 * The index of the first unread message from `from` on. A history that begins after it has no unread line, because its
 * first message is not the first unread one.
 */
function unreadLineIndex(
  items: readonly Item[],
  { unread_after, me, reachesStart, dayOf }: RowsInput,
  from: number,
): number | undefined {
  if (unread_after === undefined) return undefined;
  const begins = reachesStart || (items[0] && items[0].message.message_id <= unread_after);
  if (!begins) return undefined;
  const isUnread = ({ message, outgoing }: Item) =>
    !outgoing && message.message_id > unread_after && message.from?.id !== me.id;
  let at = from;
  while (at < items.length && !isUnread(items[at]!)) at++;
  if (at === items.length) return undefined;
  // An album that was read in part stays in one piece: the line is above its row, which begins anew on each day.
  const { media_group_id: group, date } = items[at]!.message;
  const isInRow = ({ message }: Item) =>
    message.media_group_id === group && dayOf(message.date * 1000) === dayOf(date * 1000);
  while (group !== undefined && at > 0 && isInRow(items[at - 1]!)) at--;
  return at;
}

function appendItem(rows: Row[], { message, outgoing }: Item, me: User): void {
  const key = keyOf(message);
  const before = rows.at(-1);
  if (isService(message)) {
    if (before?.kind === "service" && continuesMoves(before.messages.at(-1)!, message))
      rows[rows.length - 1] = { ...before, messages: [...before.messages, message] };
    else rows.push({ kind: "service", key, messages: [message] });
    return;
  }
  const group = message.media_group_id;
  if (group !== undefined && before?.kind === "post" && before.messages[0].media_group_id === group) {
    rows[rows.length - 1] = { ...before, messages: [...before.messages, message] };
    return;
  }
  const follows = before?.kind === "post" && continuesRun(before.messages.at(-1)!, message);
  if (follows && before.last) rows[rows.length - 1] = { ...before, last: false };
  const own = message.from?.id === me.id;
  rows.push({ kind: "post", key, messages: [message], outgoing, isOwn: own, first: !follows, last: true });
}

/** A message keeps the key of its sender, so that its row stays the same when the message gets its id. */
function keyOf(message: Message): string {
  return message.client_key ?? `m${message.message_id}`;
}

function continuesRun(before: Message, message: Message): boolean {
  return senderOf(before).id === senderOf(message).id && message.date - before.date < PAUSE_S;
}

/** The time of a row in seconds. */
export function dateOf(row: Row): number | undefined {
  switch (row.kind) {
    case "post":
    case "service":
      return row.messages[0].date;
    case "day":
      return row.at_ms / 1000;
    case "unread":
    case "draft":
      return undefined;
  }
}
