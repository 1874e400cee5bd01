/** From messages to the rows of the list: days, runs of one speaker, albums, and where the unread ones begin. */
import type { Message, User } from "@heliogram/shared/wire.ts";
import { isService } from "./content.ts";
import { speakerOf } from "./names.ts";
import { asMessages, sendKeyOf, type Outgoing } from "./outgoing.ts";

export interface PostRow {
  readonly kind: "post";
  readonly key: string;
  /** One message, or an album's. */
  readonly messages: readonly [Message, ...Message[]];
  /** While it is on its way. */
  readonly outgoing: Outgoing | undefined;
  readonly own: boolean;
  /** Whether it begins and ends a run of one speaker. */
  readonly first: boolean;
  readonly last: boolean;
}

export type Row =
  | PostRow
  | { readonly kind: "day"; readonly key: string; readonly at_ms: number }
  | { readonly kind: "unread"; readonly key: string }
  | { readonly kind: "service"; readonly key: string; readonly message: Message };

export interface RowsInput {
  readonly messages: readonly Message[];
  readonly outgoing: readonly Outgoing[];
  readonly me: User;
  /** Whether the first message is the chat's first: only then is it known how it begins. */
  readonly reachesStart: boolean;
  /** The unread ones come after this message; `undefined` where no line is to be drawn. */
  readonly unread_after: number | undefined;
  readonly dayOf: (at_ms: number) => number;
}

/** A pause of this many seconds ends a run. */
const PAUSE_S = 600;

export interface Item {
  readonly message: Message;
  readonly outgoing: Outgoing | undefined;
}

/** Items, and the rows made of them. */
export interface Folded {
  readonly items: readonly Item[];
  readonly rows: readonly Row[];
  /** For each row, the first item that was taken when it was made. */
  readonly starts: readonly number[];
  /** The item that the line above what is unread stands before. */
  readonly line: number | undefined;
}

/** Rows that need not be made again, of all items before one. */
export interface Begun extends Omit<Folded, "items"> {
  readonly from: number;
}

export const NOTHING: Begun = { rows: [], starts: [], line: undefined, from: 0 };

export function rowsOf(input: RowsInput): Row[] {
  return shownOf(folded(input, itemsOf(input)), input);
}

export function itemsOf({ messages, outgoing, me }: RowsInput): Item[] {
  const arrived = outgoing.length > 0 ? messages.filter(hasArrived(outgoing)) : messages;
  return [
    ...arrived.map((message) => ({ message, outgoing: undefined })),
    ...outgoing.flatMap((each) => asMessages(each, me).map((message) => ({ message, outgoing: each }))),
  ];
}

/** Makes rows of items, beginning with those that are there already. */
export function folded(input: RowsInput, items: readonly Item[], begun = NOTHING): Folded {
  const { dayOf, me } = input;
  const { from } = begun;
  const rows = [...begun.rows];
  const starts = [...begun.starts];
  const dayAt = (index: number) => dayOf(items[index]!.message.date * 1000);
  let day = from > 0 ? dayAt(from - 1) : input.reachesStart || items.length === 0 ? Number.NaN : dayAt(0);
  const line = begun.line ?? placeOfLine(items, input, from);
  for (let index = from; index < items.length; index++) {
    const item = items[index]!;
    const at = dayAt(index);
    if (at !== day) rows.push({ kind: "day", key: `day${at}`, at_ms: (day = at) });
    if (index === line) rows.push({ kind: "unread", key: "unread" });
    add(rows, item, me);
    while (starts.length < rows.length) starts.push(index);
  }
  return { items, rows, starts, line };
}

/** What is shown of the rows. */
export function shownOf({ rows }: Folded, { reachesStart }: RowsInput): Row[] {
  return reachesStart ? [...rows] : withoutOldest(rows);
}

/**
 * Whether the oldest message held begins a day, a run or an album is not known until the one before it comes. Shown, its
 * row would change then, and move everything below it; so until then it only says how the next one begins.
 */
function withoutOldest(rows: readonly Row[]): Row[] {
  const others = rows.toSpliced(rows.findIndex(isSaid), 1);
  return others.some(isSaid) ? others : [...rows];
}

function isSaid({ kind }: Row): boolean {
  return kind === "post" || kind === "service";
}

/** The first messages of an album may come before its last: until then it is shown as it is sent. */
function hasArrived(outgoing: readonly Outgoing[]): (message: Message) => boolean {
  const keys = new Set(outgoing.map(({ key }) => key));
  return ({ client_key }) => client_key === undefined || !keys.has(sendKeyOf(client_key));
}

/**
 * The first unread message, among those from a place on. In a stretch that begins after it, there is none: the first one held
 * is not where the unread begin.
 */
function placeOfLine(
  items: readonly Item[],
  { unread_after, me, reachesStart }: RowsInput,
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
  const group = items[at]!.message.media_group_id;
  // An album of which a part was read stays one.
  while (group !== undefined && items[at - 1]?.message.media_group_id === group) at--;
  return at;
}

function add(rows: Row[], { message, outgoing }: Item, me: User): void {
  const key = keyOf(message);
  if (isService(message)) {
    rows.push({ kind: "service", key, message });
    return;
  }
  const before = rows.at(-1);
  const group = message.media_group_id;
  if (group !== undefined && before?.kind === "post" && before.messages[0].media_group_id === group) {
    rows[rows.length - 1] = { ...before, messages: [...before.messages, message] };
    return;
  }
  const follows = before?.kind === "post" && continues(before.messages.at(-1)!, message);
  if (follows && before.last) rows[rows.length - 1] = { ...before, last: false };
  const own = message.from?.id === me.id;
  rows.push({ kind: "post", key, messages: [message], outgoing, own, first: !follows, last: true });
}

/** A message keeps the key its sender gave it, so that its row stays the same row when it gets its number. */
function keyOf(message: Message): string {
  return message.client_key ?? `m${message.message_id}`;
}

function continues(before: Message, message: Message): boolean {
  return speakerOf(before).id === speakerOf(message).id && message.date - before.date < PAUSE_S;
}
