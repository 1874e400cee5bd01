/**
 * Reads a person's chat list in several transactions, each short and consistent in itself, so that a long list delays
 * nobody.
 */
import type { Account } from "../../domain/accounts.ts";
import { refuse } from "../../domain/refusals.ts";
import { presentPinnedChats } from "../../present/account-event.ts";
import { presentChatRows, type ChatRow } from "../../present/chat-list.ts";
import type { FileIds } from "../../present/file-id.ts";
import { PAGE_CHARACTERS } from "../../present/json-page.ts";
import { shortMessage } from "../../present/short-message.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import type { Db, ReadTx } from "../../store/db.ts";
import { listedChats, listedChatsOf, type ListedChat } from "../../store/queries/chats/chat-list.ts";
import { eventRefsAfter, streamState } from "../../store/queries/streams/streams.ts";

/** Chats that are ordered, and rows that are presented, in one transaction: two to five milliseconds each. */
const CHATS_AT_ONCE = 1000;
const ROWS_AT_ONCE = 200;
/** Account events that are looked through. A client that missed more gets the whole list. */
const MAX_ACCOUNT_EVENTS = 1000;

export interface ChatListQuery {
  /** The event of the person's own stream up to which `known` is current. */
  readonly seq?: number | undefined;
  /** The chats that the client has, and the newest event that it has of each. */
  readonly known?: readonly (readonly [chat_id: number, seq: number])[] | undefined;
  readonly limit?: number | undefined;
  /** Only these chats. */
  readonly chat_ids?: readonly number[] | undefined;
}

interface Row {
  /** The date of the newest message. */
  readonly date: number;
  readonly json: string;
}

/** A page of the chat list. */
export interface ChatListPage {
  readonly seq: number;
  readonly rows: readonly Row[];
  readonly pinned_chats: readonly number[];
  /** Whether there are more rows. */
  readonly more: boolean;
  /** The client's chats of which the person is no longer a member. */
  readonly gone: readonly number[];
  /** The client's state is too old to compare, so the rows are those for a client without state. */
  readonly reset: boolean;
}

export interface ChatListContext {
  readonly db: Db;
  readonly fileIds: FileIds;
  readonly person: Account;
  readonly now_s: number;
  /** Resolves in the next turn of the event loop. */
  readonly yieldToEventLoop: () => Promise<void>;
  /** Whether the caller's credential is still valid. */
  readonly isStillCaller: (tx: ReadTx) => Promise<boolean>;
}

export async function readChatList(context: ChatListContext, query: ChatListQuery): Promise<ChatListPage> {
  const { seq, changed, pinned_chats, chats, isAll } = await begin(context, query);
  if (!isAll) await readFurther(context, chats);
  const reset = changed === undefined;
  const known = new Map(reset ? [] : (query.known ?? []));
  const hasChanged = ({ chat_id, shown_id, last_seq }: ListedChat) =>
    known.get(shown_id) !== last_seq || changed?.has(chat_id);
  const listed = inOrder(query.known ? chats.filter(hasChanged) : chats, query.limit !== undefined);
  // Chats with account events come on the first page, so that the client may then skip those events.
  let room = query.limit ?? listed.length;
  const page = listed.filter(({ chat_id }) => changed?.has(chat_id) || room-- > 0);
  const rows: Row[] = [];
  let characters = 0;
  for (let from = 0; from < page.length; from += ROWS_AT_ONCE) {
    if (from > 0) await context.yieldToEventLoop();
    for (const row of await presentRows(context, page.slice(from, from + ROWS_AT_ONCE))) {
      const json = jsonWithin(row, PAGE_CHARACTERS - characters);
      characters += json.length;
      rows.push({ date: row.last_message?.date ?? 0, json });
    }
  }
  for (const { shown_id } of chats) known.delete(shown_id);
  // `message_at` counts deleted messages, so a complete list is sorted by the dates of the messages that exist.
  if (query.limit === undefined) rows.sort((a, b) => b.date - a.date);
  return { seq, rows, pinned_chats, more: page.length < listed.length, gone: [...known.keys()], reset };
}

/** One snapshot: changes after the position in the person's own stream have later events. */
function begin(context: ChatListContext, { seq, chat_ids }: ChatListQuery) {
  const { db, fileIds, person } = context;
  return db.read(async (tx) => {
    const [isCaller, state, changes, pinned_chats, chats] = await Promise.all([
      context.isStillCaller(tx),
      streamState(tx, person.id),
      seq === undefined ? [] : eventRefsAfter(tx, person.id, seq, MAX_ACCOUNT_EVENTS),
      presentPinnedChats(new ViewerContext(tx, person, fileIds)),
      chat_ids
        ? listedChatsOf(tx, person.id, chat_ids)
        : listedChats(tx, person.id, Number.MIN_SAFE_INTEGER, CHATS_AT_ONCE),
    ]);
    if (!isCaller) refuse("UNAUTHORIZED");
    const { last_seq = 0, trimmed_seq = 0 } = state ?? {};
    const from = seq ?? last_seq;
    const isKnown = from >= trimmed_seq && from <= last_seq && last_seq - from <= MAX_ACCOUNT_EVENTS;
    return {
      seq: last_seq,
      /** The chats with account events after `seq`; absent where not all of these events are stored any more. */
      changed: isKnown ? new Set(changes) : undefined,
      pinned_chats,
      chats,
      isAll: chat_ids !== undefined || chats.length < CHATS_AT_ONCE,
    };
  });
}

/** Adds the chats that follow the first ones. */
async function readFurther({ db, person, yieldToEventLoop }: ChatListContext, chats: ListedChat[]): Promise<void> {
  for (;;) {
    await yieldToEventLoop();
    const after = chats.at(-1)!.chat_id;
    const page = await db.read((tx) => listedChats(tx, person.id, after, CHATS_AT_ONCE));
    chats.push(...page);
    if (page.length < CHATS_AT_ONCE) return;
  }
}

/** The newest message first. Of a page, pinned chats come before all others. */
function inOrder(chats: readonly ListedChat[], pinnedFirst: boolean): ListedChat[] {
  const rank = ({ pin_rank }: ListedChat) => (pinnedFirst ? pin_rank : 0);
  return chats.toSorted((a, b) => rank(b) - rank(a) || b.message_at - a.message_at || a.shown_id - b.shown_id);
}

/** A row as JSON. Where it is longer than `room`, it has the beginning of the last message: a list is not cut. */
function jsonWithin(row: ChatRow, room: number): string {
  const json = JSON.stringify(row);
  if (json.length <= room || !row.last_message) return json;
  return JSON.stringify({ ...row, last_message: shortMessage(row.last_message) });
}

/** Chats that the person has left meanwhile have no row. */
async function presentRows(
  { db, fileIds, person, now_s }: ChatListContext,
  chats: readonly ListedChat[],
): Promise<ChatRow[]> {
  const ids = chats.map(({ chat_id }) => chat_id);
  return db.read((tx) =>
    presentChatRows(new ViewerContext(tx, person, fileIds), ids, now_s, ({ member }) => member.is_member),
  );
}
