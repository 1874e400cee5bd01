/**
 * Searches messages: the index names candidates, each is checked against the message itself, and pages are filled in
 * short transactions.
 */
import type { Account } from "../../domain/accounts.ts";
import type { Chat } from "../../domain/chats.ts";
import { refuse } from "../../domain/refusals.ts";
import {
  hasKind,
  kindClause,
  senderClause,
  hasOwnWord,
  threadClause,
  visibleSenderId,
  textsOf,
  type SearchKind,
} from "../../domain/search/document.ts";
import { clausesOf, findPhrases, type Range, type Phrase } from "../../domain/search/query.ts";
import { PAGE_CHARACTERS } from "../../present/json-page.ts";
import { presentMessage } from "../../present/messages.ts";
import { preloadAccountsAndChats } from "../../present/references.ts";
import { ViewerContext } from "../../present/viewer-context.ts";
import { partiesOf } from "../../store/queries/accounts/accounts.ts";
import { findChat } from "../../store/queries/chats/chats.ts";
import type { ReadTx } from "../../store/db.ts";
import { chatsOfMember } from "../../store/queries/messages/history.ts";
import {
  changedSince,
  messagesBetween,
  messagesOfRows,
  rowBefore,
  type RowedMessage,
} from "../../store/search/changes.ts";
import { MAX_CHANGED, type Candidates } from "../../store/search/search-index.ts";
import { isInTopic } from "../../store/queries/messages/topics.ts";
import type { Deps } from "../engine/deps.ts";
import type { ChatRef } from "../engine/fields.ts";
import { authorize, lookAhead, memberOf } from "../engine/authorization.ts";

/**
 * Candidates that one transaction checks: some milliseconds. Mostly a page's worth of them fills the page. More would
 * be too much in memory where all are long.
 */
const CANDIDATES_PER_READ = { least: 25, most: 50 };
/** Messages that are not indexed yet and that one transaction checks. Most of them do not match. */
const UNINDEXED_PER_READ = 200;
/** Unindexed messages that one page checks. Beyond them the page ends with a cursor. */
const MAX_UNINDEXED = 10_000;
/** Queries of the index for one page, and candidates that each asks for at least. */
const MAX_INDEX_QUERIES = 20;
const MIN_CANDIDATES = 100;

export interface SearchOptions {
  readonly terms: readonly Phrase[];
  readonly chat_id: ChatRef | undefined;
  /** Only messages of this topic of the chat. */
  readonly message_thread_id: number | undefined;
  readonly from_id: number | undefined;
  readonly kind: SearchKind | undefined;
  /** Unix seconds; `until` is exclusive. */
  readonly since: number;
  readonly until: number;
  /** Only messages before this one of the chat. */
  readonly before: number | undefined;
  /** Only messages below this row, where the previous page ended. */
  readonly below: number | undefined;
  readonly limit: number;
}

export interface FoundPage {
  /** Each message as JSON. */
  readonly messages: readonly string[];
  readonly matches: readonly (readonly Range[])[];
  /** The row below which the next page begins; absent at the end. */
  readonly next?: number;
  readonly indexing: boolean;
}

/** A search in progress. */
interface Search {
  readonly deps: Deps;
  readonly actor: Account;
  readonly now_s: number;
  readonly options: SearchOptions;
  readonly page: PageInProgress;
}

interface PageInProgress {
  readonly messages: string[];
  readonly matches: (readonly Range[])[];
  /** The characters of the messages. */
  characters: number;
}

function isFull({ options, page }: Search): boolean {
  return page.messages.length >= options.limit || page.characters >= PAGE_CHARACTERS;
}

const ACCESS = { scope: "chat", rank: "public" } as const;

/** Finds one page of messages, the newest first. @throws RefusalError, StoreUnavailable */
export async function searchPage(
  deps: Deps,
  actor: Account,
  isStillCaller: (tx: ReadTx) => Promise<boolean>,
  now_s: number,
  options: SearchOptions,
): Promise<FoundPage> {
  const page: PageInProgress = { messages: [], matches: [], characters: 0 };
  const search: Search = { deps, actor, now_s, options, page };
  const { chats, below } = await deps.db.read(async (tx) => {
    const [isCaller, own] = await Promise.all([isStillCaller(tx), readAhead(tx, actor, options)]);
    if (!isCaller) refuse("UNAUTHORIZED");
    return begin(tx, search, own);
  });
  const { next, indexing } = await fillPage(search, chats, below);
  const { messages, matches } = page;
  return { messages, matches, ...(next > 0 ? { next } : {}), indexing };
}

/** The chats of the person. A search in one chat needs none of them, but what decides on the access to it. */
async function readAhead(tx: ReadTx, actor: Account, { chat_id }: SearchOptions): Promise<number[]> {
  if (chat_id === undefined) return (await chatsOfMember(tx, actor.id)).map((each) => each.chat_id);
  await lookAhead(tx, actor.id, chat_id);
  return [];
}

/** The chats to search, and the row below which to begin. `own` are the chats of the person. */
async function begin(
  tx: ReadTx,
  { actor, now_s, options }: Search,
  own: readonly number[],
): Promise<{ chats: readonly number[]; below: number }> {
  const below = options.below ?? Number.MAX_SAFE_INTEGER;
  if (options.chat_id === undefined) return { chats: own, below };
  const { chat } = await authorize(tx, undefined, actor, ACCESS, { chat_id: options.chat_id }, now_s);
  const older = options.before === undefined ? below : await rowBefore(tx, chat.id, options.before);
  return { chats: [chat.id], below: Math.min(below, older) };
}

/** Fills the page, from the newest message on. @returns the row below which the next page begins; 0 at the end */
async function fillPage(
  search: Search,
  chats: readonly number[],
  from: number,
): Promise<{ next: number; indexing: boolean }> {
  const { deps, options } = search;
  const clauses = [
    ...clausesOf(options.terms),
    ...(options.from_id === undefined ? [] : [senderClause(options.from_id)]),
    ...(options.kind === undefined ? [] : [kindClause(options.kind)]),
    ...(hasOwnWord(options.message_thread_id) ? [threadClause(options.message_thread_id)] : []),
  ];
  let below = from;
  let indexing = false;
  if (clauses.length === 0 || chats.length === 0) return { next: 0, indexing };
  for (let queries = 0; queries < MAX_INDEX_QUERIES && below > 0 && !isFull(search); queries++) {
    const limit = Math.max(MIN_CANDIDATES, options.limit);
    const { since, until } = options;
    const found = await deps.search.find({ clauses, chats, before: below, since, until, limit });
    indexing ||= found.low > 0;
    const first = await checkFirst(search, chats, found, below);
    indexing ||= first.hasMoreChanged;
    if (first.hasMoreUnindexed) {
      const { row, isThrough } = await scanUnindexed(search, chats, found.high, first.row);
      if (!isThrough) return { next: row, indexing };
    }
    below = isFull(search) ? first.row : await checkCandidates(search, found, first.rows);
  }
  return { next: below, indexing };
}

function candidatesPerRead({ limit }: SearchOptions): number {
  return Math.min(Math.max(CANDIDATES_PER_READ.least, limit), CANDIDATES_PER_READ.most);
}

/** What a read has found. It is added to the page when the read has succeeded: a read may be repeated. */
interface Checked {
  readonly matches: readonly { readonly json: string; readonly ranges: readonly Range[] }[];
  /** The row of the last message that was checked; 0 if there was none. */
  readonly row: number;
}

interface FirstCheck {
  /** The row of the last message that was checked. */
  readonly row: number;
  /** Whether more messages have changed than were checked. */
  readonly hasMoreChanged: boolean;
  /** Whether there may be further messages that are not indexed yet. Then no candidate was checked. */
  readonly hasMoreUnindexed: boolean;
  /** The rows that are still to be checked, the newest first. */
  readonly rows: readonly number[];
}

/**
 * Checks the newest messages: those that are not indexed yet, and the first candidates of the index. All are read
 * together, because mostly nothing is unindexed or has changed.
 */
async function checkFirst(
  search: Search,
  chats: readonly number[],
  found: Candidates,
  below: number,
): Promise<FirstCheck> {
  const chat_id = search.options.chat_id === undefined ? undefined : chats[0];
  const isHere = (row: number) => row >= found.down_to && row < below && row <= found.high;
  const hits = found.rows.filter(isHere);
  const count = candidatesPerRead(search.options);
  const read = new Set(hits.slice(0, count));
  const { checked, ...first } = await search.deps.db.read(async (tx) => {
    const [unindexed, changed, candidates] = await Promise.all([
      below > found.high + 1
        ? messagesBetween(tx, { above: found.high, below, chat_id }, UNINDEXED_PER_READ)
        : ([] as RowedMessage[]),
      found.changed ?? changedSince(tx, found.change, MAX_CHANGED),
      messagesOfRows(tx, [...read]),
    ]);
    const hasMoreChanged = changed.length >= MAX_CHANGED;
    const rows = [...new Set([...hits, ...changed.filter(isHere)])].sort((a, b) => b - a);
    if (unindexed.length === UNINDEXED_PER_READ)
      return { checked: await check(tx, search, unindexed), hasMoreChanged, hasMoreUnindexed: true, rows };
    const next = rows.slice(0, count);
    const others = await messagesOfRows(
      tx,
      next.filter((row) => !read.has(row)),
    );
    const wanted = new Set(next);
    const known = [...candidates, ...others].filter(({ row_id }) => wanted.has(row_id));
    const messages = [...unindexed, ...known.sort((a, b) => b.row_id - a.row_id)];
    return {
      checked: await check(tx, search, messages),
      hasMoreChanged,
      hasMoreUnindexed: false,
      rows: rows.slice(count),
    };
  });
  return { ...first, row: addTo(search, checked) };
}

/** Checks messages that are not indexed yet. @returns whether all were checked, and the row of the last one */
async function scanUnindexed(
  search: Search,
  chats: readonly number[],
  high: number,
  from: number,
): Promise<{ row: number; isThrough: boolean }> {
  const { deps, options } = search;
  const chat_id = options.chat_id === undefined ? undefined : chats[0];
  let row = from;
  for (let looked = UNINDEXED_PER_READ; looked < MAX_UNINDEXED; looked += UNINDEXED_PER_READ) {
    if (isFull(search)) return { row, isThrough: false };
    await deps.yieldToEventLoop();
    const { count, checked } = await deps.db.read(async (tx) => {
      const some = await messagesBetween(tx, { above: high, below: row, chat_id }, UNINDEXED_PER_READ);
      return { count: some.length, checked: await check(tx, search, some) };
    });
    row = addTo(search, checked);
    if (count < UNINDEXED_PER_READ)
      return isFull(search) ? { row, isThrough: false } : { row: high + 1, isThrough: true };
  }
  return { row, isThrough: false };
}

/** Checks the other rows, the newest first. @returns the row below which to continue */
async function checkCandidates(search: Search, { down_to }: Candidates, rows: readonly number[]): Promise<number> {
  const { deps, options } = search;
  const count = candidatesPerRead(options);
  for (let from = 0; from < rows.length; from += count) {
    await deps.yieldToEventLoop();
    const checked = await deps.db.read(async (tx) =>
      check(tx, search, await messagesOfRows(tx, rows.slice(from, from + count))),
    );
    const row = addTo(search, checked);
    if (isFull(search)) return row;
  }
  return down_to;
}

interface MatchingMessage extends RowedMessage {
  readonly ranges: Range[];
}

/** Finds the messages that match, as many as the page has room for. The messages are given the newest first. */
async function check(tx: ReadTx, search: Search, messages: readonly RowedMessage[]): Promise<Checked> {
  const { deps, actor, options, page } = search;
  const matching = messages.flatMap((each): MatchingMessage[] => {
    const ranges = rangesIn(each.message, options);
    return ranges ? [{ ...each, ranges }] : [];
  });
  const context = new ViewerContext(tx, actor, deps.app.fileIds);
  const chats = await visibleChats(tx, search, context, matching);
  const room = options.limit - page.messages.length;
  const matches: { json: string; ranges: readonly Range[] }[] = [];
  let { characters } = page;
  for (const { row_id, message, ranges } of matching) {
    const chat = chats.get(message.chat_id);
    if (!chat) continue;
    const json = JSON.stringify(await presentMessage(context, chat, message, false));
    matches.push({ json, ranges });
    characters += json.length;
    if (matches.length >= room || characters >= PAGE_CHARACTERS) return { matches, row: row_id };
  }
  return { matches, row: messages.at(-1)?.row_id ?? 0 };
}

/** Adds matches to the page. @returns the row of the last message that was checked for them */
function addTo({ page }: Search, { matches, row }: Checked): number {
  for (const { json, ranges } of matches) {
    page.messages.push(json);
    page.matches.push(ranges);
    page.characters += json.length;
  }
  return row;
}

/** The chats of these messages that the person may read, by id. Loads what the messages refer to at the same time. */
async function visibleChats(
  tx: ReadTx,
  search: Search,
  context: ViewerContext,
  matching: readonly RowedMessage[],
): Promise<Map<number, Chat>> {
  const ids = [...new Set(matching.map(({ message }) => message.chat_id))];
  // Ids of private chats are above 0.
  const privates = ids.filter((id) => id > 0);
  const [chats, parties] = await Promise.all([
    Promise.all(ids.map((id) => visibleChat(tx, search, id))),
    Promise.all(privates.map((id) => partiesOf(tx, id))),
    preloadAccountsAndChats(
      context,
      matching.map(({ message }) => message),
    ),
  ]);
  for (const account of parties.flat()) context.withAccount(account);
  const visible = chats.flatMap((chat) => chat ?? []);
  return new Map(visible.map((chat) => [chat.id, chat]));
}

/** The ranges of a message that match; `undefined` for a message that does not match. */
function rangesIn(message: RowedMessage["message"], options: SearchOptions): Range[] | undefined {
  const { from_id, message_thread_id, kind, since, until, terms: phrases } = options;
  if (message.date < since || message.date >= until) return undefined;
  if (from_id !== undefined && visibleSenderId(message) !== from_id) return undefined;
  if (message_thread_id !== undefined && !isInTopic(message, message_thread_id)) return undefined;
  if (kind !== undefined && !hasKind(message, kind)) return undefined;
  return findPhrases(phrases, textsOf(message));
}

/** The chat of a message, if the person may read it at this moment. */
async function visibleChat(tx: ReadTx, { actor, now_s, options }: Search, chat_id: number): Promise<Chat | undefined> {
  if (options.chat_id !== undefined) {
    await lookAhead(tx, actor.id, options.chat_id);
    const { chat } = await authorize(tx, undefined, actor, ACCESS, { chat_id: options.chat_id }, now_s);
    return chat.id === chat_id ? chat : undefined;
  }
  const [chat, member] = await Promise.all([findChat(tx, chat_id), memberOf(tx, chat_id, actor.id, now_s)]);
  return member.is_member ? chat : undefined;
}
